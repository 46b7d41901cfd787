// Candidate i is a function of (seed, part, i), so a set depends on nothing but its request.
#include "sextant/data/latin/latin_generator.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_set>
#include <utility>

#include "sextant/core/error.h"
#include "sextant/data/latin/latin_condition.h"
#include "sextant/data/latin/latin_search.h"

namespace sextant::data {
namespace {

// Which numbers of a candidate's source are whose: first the square's (16 x 16 cells never need as many as are kept),
// then those of removal and target, then those of exchanges.
constexpr std::uint64_t first_of_removal = 1 << 20;
constexpr std::uint64_t first_of_exchanges = 2 << 20;
constexpr Index exchanges = 32;

void shuffle(std::span<std::int32_t> order, const Random& random, std::uint64_t& next) {
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[random.below(next++, i + 1)]);
}

/// Whether a blank cell other than the one at (row, column) and in its row, or its column, could hold the symbol.
bool fits_elsewhere(const LatinPuzzle& puzzle, Index row, Index column, std::uint8_t symbol, bool in_row) {
  for (Index place = 0; place < puzzle.size; ++place) {
    const Index at_row = in_row ? row : place;
    const Index at_column = in_row ? place : column;
    if ((at_row == row && at_column == column) || puzzle.given(at_row, at_column) != 0) continue;
    bool excluded = false;  // by the other line of that cell
    for (Index other = 0; other < puzzle.size; ++other)
      excluded |= (in_row ? puzzle.given(other, at_column) : puzzle.given(at_row, other)) == symbol;
    if (!excluded) return true;
  }
  return false;
}

/// Blanks cells in the order given until `goal` are left or none can go.
void remove_cells(LatinPuzzle& puzzle, const std::vector<std::int32_t>& order, Index goal) {
  auto left = static_cast<Index>(puzzle.cells.size());
  for (const Index cell : order) {
    if (left <= goal) return;
    auto& content = puzzle.cells[static_cast<std::size_t>(cell)];
    const std::uint8_t symbol = std::exchange(content, std::uint8_t{0});
    const Index row = cell / puzzle.size;
    const Index column = cell % puzzle.size;
    if (fits_elsewhere(puzzle, row, column, symbol, true) && fits_elsewhere(puzzle, row, column, symbol, false))
      content = symbol;
    else
      --left;
  }
}

bool is_far(const LatinPuzzle& puzzle, std::span<const LatinPuzzle> others, double distance) {
  return std::ranges::all_of(others, [&](const auto& other) { return jaccard_distance(puzzle, other) > distance; });
}

/// Exchanges lines and symbols until the puzzle is far from the others; false where it never was.
bool bring_far(LatinPuzzle& puzzle, const Random& random, std::span<const LatinPuzzle> others, double distance) {
  if (is_far(puzzle, others, distance)) return true;
  std::uint64_t next = first_of_exchanges;
  for (Index i = 0; i < exchanges; ++i) {
    puzzle = exchange_lines(puzzle, random, next);
    if (is_far(puzzle, others, distance)) return true;
  }
  return false;
}

bool has_one_answer(const LatinPuzzle& puzzle) {
  return possible_answers(puzzle) == std::uint32_t{1} << (puzzle.answer - 1);
}

Random source_of(const LatinGeneration& generation, std::uint64_t number) {
  return {generation.seed, Stream::data, number, generation.part};
}

void check(const LatinGeneration& generation) {
  const Index cells = generation.size * generation.size;
  require(generation.size >= 3 && generation.size <= largest_latin_size,
          "Latin squares: size {} given, expected 3 to {}", generation.size, largest_latin_size);
  require(generation.givens_from >= 1 && generation.givens_from <= generation.givens_to && generation.givens_to < cells,
          "Latin squares of size {}: {} to {} givens requested; expected 1 to {}, the minimum first", generation.size,
          generation.givens_from, generation.givens_to, cells - 1);
}

}  // namespace

LatinPuzzle draw_latin_candidate(const LatinGeneration& generation, std::uint64_t number) {
  const Random random = source_of(generation, number);
  LatinSearch square(generation.size, random);
  square.complete();
  LatinPuzzle puzzle;
  puzzle.size = generation.size;
  puzzle.cells = square.cells();
  std::uint64_t next = first_of_removal;
  std::vector<std::int32_t> order(puzzle.cells.size());
  shuffle(order, random, next);
  const auto goals = static_cast<std::uint64_t>(generation.givens_to - generation.givens_from + 1);
  remove_cells(puzzle, order, generation.givens_from + static_cast<Index>(random.below(next++, goals)));
  const auto blanks = static_cast<std::uint64_t>(std::ranges::count(puzzle.cells, std::uint8_t{0}));
  std::uint64_t chosen = random.below(next++, blanks);
  while (puzzle.cells[static_cast<std::size_t>(puzzle.target)] != 0 || chosen-- > 0) ++puzzle.target;
  puzzle.answer = square.cells()[static_cast<std::size_t>(puzzle.target)];
  puzzle.cells[static_cast<std::size_t>(puzzle.target)] = static_cast<std::uint8_t>(puzzle.size + 1);
  return puzzle;
}

LatinPuzzle exchange_lines(const LatinPuzzle& puzzle, const Random& random, std::uint64_t& next) {
  std::array<std::array<std::int32_t, largest_latin_size>, 3> orders{};  // of rows, columns, symbols
  for (auto& order : orders) shuffle(std::span(order).first(static_cast<std::size_t>(puzzle.size)), random, next);
  const auto in = [&](std::size_t kind, Index line) { return orders[kind][static_cast<std::size_t>(line)]; };
  const auto moved = [&](Index cell) { return in(0, cell / puzzle.size) * puzzle.size + in(1, cell % puzzle.size); };
  LatinPuzzle image = puzzle;
  for (Index cell = 0; cell < puzzle.size * puzzle.size; ++cell) {
    const auto content = puzzle.cells[static_cast<std::size_t>(cell)];
    const bool is_symbol = content > 0 && content <= puzzle.size;
    image.cells[static_cast<std::size_t>(moved(cell))] =
        is_symbol ? static_cast<std::uint8_t>(in(2, content - 1) + 1) : content;
  }
  image.target = moved(puzzle.target);
  image.answer = in(2, puzzle.answer - 1) + 1;
  return image;
}

std::vector<LatinPuzzle> generate_latin_puzzles(const LatinGeneration& generation,
                                                std::span<const LatinPuzzle> far_from) {
  check(generation);
  std::array<std::vector<LatinPuzzle>, latin_conditions.size()> found;
  std::unordered_set<std::string> seen;
  const auto is_full = [&](const auto& puzzles) { return static_cast<Index>(puzzles.size()) >= generation.rows; };
  for (std::uint64_t number = 0, last = 0; !std::ranges::all_of(found, is_full); ++number) {
    require(
        number - last < generation.patience,
        "Latin squares of size {}: {} binary, {} ternary and {} quaternary puzzles of {} each were found, then none "
        "among {} more; request fewer, other numbers of givens or a smaller distance",
        generation.size, found[0].size(), found[1].size(), found[2].size(), generation.rows, generation.patience);
    LatinPuzzle puzzle = draw_latin_candidate(generation, number);
    const Index givens = puzzle.givens();
    if (givens < generation.givens_from || givens > generation.givens_to) continue;
    const auto verdict = classify(puzzle);
    if (!verdict) continue;
    auto& kept = found[static_cast<std::size_t>(verdict->condition)];
    if (is_full(kept) || verdict->answer != puzzle.answer) continue;
    if (!bring_far(puzzle, source_of(generation, number), far_from, generation.distance)) continue;
    if (!has_one_answer(puzzle) || !seen.emplace(puzzle.cells.begin(), puzzle.cells.end()).second) continue;
    puzzle.condition = verdict->condition;
    kept.push_back(std::move(puzzle));
    last = number;
  }
  std::vector<LatinPuzzle> all;
  for (auto& puzzles : found) std::ranges::move(puzzles, std::back_inserter(all));
  return all;
}

}  // namespace sextant::data
