// Which condition a puzzle belongs to, by looking at lines as a person would. First match wins, R and C being the
// symbols given in the target's row and column:
//   binary       |R| = n - 1 or |C| = n - 1
//   ternary      |R or C| = n - 1
//   quaternary   at least 3 symbols are missing from the row, and for one of them every other blank cell of the row
//                stands in a column that has it; or the same with rows and columns exchanged
// For n = 4 this is the rule of Ito et al.; other sizes use it as it stands.
#pragma once

#include <optional>

#include "sextant/data/latin/latin_puzzle.h"

namespace sextant::data {

struct LatinVerdict {
  LatinCondition condition = LatinCondition::binary;
  Index answer = 0;  // 1..n
};

/// Nothing where the puzzle is of none of the three.
std::optional<LatinVerdict> classify(const LatinPuzzle& puzzle);

}  // namespace sextant::data
