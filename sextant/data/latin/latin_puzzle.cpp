// Puzzles as text and as sets.
#include "sextant/data/latin/latin_puzzle.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::data {

const char* name_of(LatinCondition condition) {
  switch (condition) {
    case LatinCondition::binary:
      return "binary";
    case LatinCondition::ternary:
      return "ternary";
    case LatinCondition::quaternary:
      return "quaternary";
  }
  return "unknown";
}

Index LatinPuzzle::givens() const {
  return std::ranges::count_if(cells, [&](std::uint8_t cell) { return cell > 0 && cell <= size; });
}

LatinPuzzle parse_latin_cells(std::string_view digits, std::string_view who) {
  const auto count = static_cast<Index>(digits.size());
  LatinPuzzle puzzle;
  while (puzzle.size * puzzle.size < count) ++puzzle.size;
  require(count > 0 && puzzle.size * puzzle.size == count && puzzle.size <= 8,
          "{}: '{}' has {} cells; expected a square of up to 8 x 8 digits", who, digits, count);
  Index targets = 0;
  for (Index cell = 0; cell < count; ++cell) {
    const Index content = digits[static_cast<std::size_t>(cell)] - '0';
    require(content >= 0 && content <= puzzle.size + 1,
            "{}: '{}' has the cell '{}'; expected 0 (blank), 1 to {} or {} (the target)", who, digits,
            digits[static_cast<std::size_t>(cell)], puzzle.size, puzzle.size + 1);
    puzzle.cells.push_back(static_cast<std::uint8_t>(content));
    if (content <= puzzle.size) continue;
    puzzle.target = cell;
    ++targets;
  }
  require(targets == 1, "{}: '{}' has {} targets; expected one cell {}", who, digits, targets, puzzle.size + 1);
  return puzzle;
}

double jaccard_distance(const LatinPuzzle& a, const LatinPuzzle& b) {
  int both = 0;
  int either = 0;
  for (std::size_t cell = 0; cell < a.cells.size(); ++cell) {
    const bool same = a.cells[cell] == b.cells[cell];
    both += same && a.cells[cell] != 0;
    either += (a.cells[cell] != 0) + (!same && b.cells[cell] != 0);
  }
  return 1 - static_cast<double>(both) / either;
}

}  // namespace sextant::data
