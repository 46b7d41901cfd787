// A puzzle of the Latin Square Task (Birney et al. 2006; as in Ito et al., arXiv 2406.08272): a square of n x n cells
// in which a symbol stands at most once per row and column, with blanks and one target cell whose symbol is asked.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::data {

/// What has to be looked at: one line, both lines of the target, or other lines too.
enum class LatinCondition { binary, ternary, quaternary };
inline constexpr std::array latin_conditions = {LatinCondition::binary, LatinCondition::ternary,
                                                LatinCondition::quaternary};
const char* name_of(LatinCondition condition);

inline constexpr Index largest_latin_size = 16;

struct LatinPuzzle {
  Index size = 0;                   // n
  std::vector<std::uint8_t> cells;  // (n, n): 0 = blank, 1..n = a symbol, n + 1 = the target
  Index target = 0;                 // the cell of the target, row n + column
  Index answer = 0;                 // the symbol of the target, 1..n
  LatinCondition condition = LatinCondition::binary;

  /// The symbol given at a place; 0 for blanks and for the target.
  Index given(Index row, Index column) const {
    const auto cell = cells[static_cast<std::size_t>(row * size + column)];
    return cell > size ? 0 : cell;
  }
  Index givens() const;
};

/// Cells, row by row, of one digit each; sets size, cells and target. `who` is named in errors.
LatinPuzzle parse_latin_cells(std::string_view digits, std::string_view who);

/// 1 - |A and B| / |A or B| for the sets A, B of (cell, content) of two puzzles of one size; blanks count for nothing.
double jaccard_distance(const LatinPuzzle& a, const LatinPuzzle& b);

}  // namespace sextant::data
