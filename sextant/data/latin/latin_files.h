// The puzzle files of Ito et al. (ljhearne/LSTNN_public): CSV with a header that names the columns "condition",
// "puzzles" (one digit per cell) and "solutions".
#pragma once

#include <string>

#include "sextant/data/latin/latin_puzzle.h"

namespace sextant::data {

/// Every puzzle of a file, in its order. An Error names file and line of a puzzle of another size, with another
/// condition or answer than the rule finds, or with more than one possible answer.
std::vector<LatinPuzzle> read_latin_file(const std::string& path, Index size);

/// The names in such a folder: generated puzzles of a condition, and those shown to people.
std::string generated_latin_file(const std::string& folder, LatinCondition condition);
std::string original_latin_file(const std::string& folder);

}  // namespace sextant::data
