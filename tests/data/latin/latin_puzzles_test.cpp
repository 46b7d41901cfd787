// Latin squares: the search against brute force, the rule of conditions, and what generated puzzles promise.
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "sextant/data/latin/latin_collection.h"
#include "sextant/data/latin/latin_condition.h"
#include "sextant/data/latin/latin_search.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using Cells = std::vector<std::uint8_t>;

/// Every Latin square of a size, cell by cell and without any cleverness.
void list_squares(Index size, Cells& cells, std::vector<Cells>& squares) {
  const auto filled = static_cast<Index>(cells.size());
  if (filled == size * size) return squares.push_back(cells);
  for (std::uint8_t symbol = 1; symbol <= size; ++symbol) {
    bool free = true;
    for (Index other = 0; other < filled; ++other)
      free &= !((other / size == filled / size || other % size == filled % size) &&
                cells[static_cast<std::size_t>(other)] == symbol);
    if (!free) continue;
    cells.push_back(symbol);
    list_squares(size, cells, squares);
    cells.pop_back();
  }
}

std::vector<Cells> all_squares(Index size) {
  std::vector<Cells> squares;
  Cells cells;
  list_squares(size, cells, squares);
  return squares;
}

/// What stands at the target in the squares that agree with every given cell.
std::uint32_t answers_by_brute_force(const LatinPuzzle& puzzle, const std::vector<Cells>& squares) {
  std::uint32_t answers = 0;
  for (const auto& square : squares) {
    bool agrees = true;
    for (std::size_t cell = 0; cell < square.size(); ++cell)
      agrees &= puzzle.cells[cell] == 0 || puzzle.cells[cell] > puzzle.size || puzzle.cells[cell] == square[cell];
    if (agrees) answers |= std::uint32_t{1} << (square[static_cast<std::size_t>(puzzle.target)] - 1);
  }
  return answers;
}

void expect_latin(const Cells& cells, Index size) {
  for (Index line = 0; line < size; ++line) {
    std::set<std::uint8_t> row, column;
    for (Index place = 0; place < size; ++place) {
      row.insert(cells[static_cast<std::size_t>(line * size + place)]);
      column.insert(cells[static_cast<std::size_t>(place * size + line)]);
    }
    EXPECT_EQ(static_cast<Index>(row.size()), size);
    EXPECT_EQ(static_cast<Index>(column.size()), size);
    EXPECT_EQ(*row.begin(), 1);
    EXPECT_EQ(*column.rbegin(), size);
  }
}

TEST(LatinSearch, AgreesWithBruteForceOnHalfEmptySquares) {
  const auto squares = all_squares(4);
  ASSERT_EQ(squares.size(), 576U);
  Index unique = 0;
  std::array<Index, 5> by_answers{};
  for (std::uint64_t number = 0; number < 600; ++number) {
    const Random random(5, Stream::analysis, number);
    LatinPuzzle puzzle;
    puzzle.size = 4;
    puzzle.cells = squares[random.below(0, squares.size())];
    puzzle.target = static_cast<Index>(random.below(1, 16));
    for (std::size_t cell = 0; cell < 16; ++cell)
      if (random.uniform(2 + cell) < 0.5 + 0.1 * static_cast<double>(number % 5)) puzzle.cells[cell] = 0;
    if (number % 5 == 0) puzzle.cells[number % 16] = static_cast<std::uint8_t>(1 + random.below(20, 4));  // often wrong
    puzzle.cells[static_cast<std::size_t>(puzzle.target)] = 5;
    const std::uint32_t answers = possible_answers(puzzle);
    EXPECT_EQ(answers, answers_by_brute_force(puzzle, squares));
    ++by_answers[static_cast<std::size_t>(std::popcount(answers))];
    unique += std::popcount(answers) == 1;
  }
  for (const Index seen : by_answers) EXPECT_GT(seen, 5);  // 0, 1, 2, 3 and 4 answers all occur
  EXPECT_GT(unique, 100);
}

TEST(LatinSearch, RandomSquaresAreLatinAndAllOccur) {
  std::set<std::string> seen;
  for (std::uint64_t number = 0; number < 12000; ++number) {
    LatinSearch search(4, Random(1, Stream::data, number));
    ASSERT_TRUE(search.complete());
    seen.emplace(search.cells().begin(), search.cells().end());
  }
  EXPECT_EQ(seen.size(), 576U);
  for (const Index size : {1, 2, 3, 5, 6, 9, 16}) {
    LatinSearch search(size, Random(3, Stream::data, 1));
    ASSERT_TRUE(search.complete()) << size;
    expect_latin(search.cells(), size);
  }
  EXPECT_TRUE(contains(error_text([] { LatinSearch search(17); }), "17"));
}

TEST(LatinCondition, FollowsTheRuleOnPuzzlesMadeByHand) {
  const auto expect = [](const char* digits, LatinCondition condition, Index answer) {
    const auto found = classify(parse_latin_cells(digits, digits));
    ASSERT_TRUE(found) << digits;
    EXPECT_EQ(found->condition, condition) << digits;
    EXPECT_EQ(found->answer, answer) << digits;
  };
  expect("1253000000000000", LatinCondition::binary, 4);      // its row has the other three
  expect("1000200050003000", LatinCondition::binary, 4);      // its column has
  expect("5200100030000000", LatinCondition::ternary, 4);     // row and column together have
  expect("5000010000100001", LatinCondition::quaternary, 1);  // an empty row, 1 in the three other columns
  expect("5200001000010000", LatinCondition::quaternary, 1);  // two blanks beside it, 1 in both of their columns
  const auto none = [](const char* digits) { return !classify(parse_latin_cells(digits, digits)); };
  EXPECT_TRUE(none("5230000100000000"));  // only two symbols are missing: not called quaternary in the paper
  EXPECT_TRUE(none("5000010000100000"));
}

TEST(LatinPuzzle, SaysWhatIsWrongWithItsText) {
  EXPECT_TRUE(contains(error_text([] { parse_latin_cells("123", "here"); }), "3 cells"));
  EXPECT_TRUE(contains(error_text([] { parse_latin_cells("0000000000000000", "here"); }), "0 targets"));
  EXPECT_TRUE(contains(error_text([] { parse_latin_cells("5500000000000000", "here"); }), "2 targets"));
  EXPECT_TRUE(contains(error_text([] { parse_latin_cells("5600000000000000", "here"); }), "cell '6'"));
}

TEST(LatinPuzzle, JaccardDistanceCountsCellsWithTheSameContent) {
  const auto a = parse_latin_cells("1200500000000000", "a");
  const auto b = parse_latin_cells("1000500000000040", "b");
  EXPECT_EQ(jaccard_distance(a, a), 0);
  EXPECT_EQ(jaccard_distance(a, b), 0.5);  // shared: 1 and the target; all: 1, 2, target, 4
  EXPECT_EQ(jaccard_distance(b, a), 0.5);
  EXPECT_EQ(jaccard_distance(a, parse_latin_cells("2000050000000040", "c")), 1);
}

class LatinGenerator : public testing::TestWithParam<Index> {};

TEST_P(LatinGenerator, MakesDistinctPuzzlesWithOneAnswerEach) {
  const Index size = GetParam();
  const Index cells = size * size;
  LatinGeneration generation{.size = size, .rows = 20, .givens_from = cells * 3 / 16, .givens_to = cells * 11 / 16};
  const auto gen = generate_latin_puzzles(generation, {});
  generation.part = 1;
  generation.rows = 60;
  const auto puzzles = generate_latin_puzzles(generation, gen);
  ASSERT_EQ(puzzles.size(), 180U);
  std::set<std::string> seen;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const auto& puzzle = puzzles[i];
    EXPECT_EQ(puzzle.condition, latin_conditions[i / 60]);
    const auto verdict = classify(puzzle);
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->condition, puzzle.condition);
    EXPECT_EQ(verdict->answer, puzzle.answer);
    EXPECT_EQ(possible_answers(puzzle), std::uint32_t{1} << (puzzle.answer - 1));
    EXPECT_GE(puzzle.givens(), generation.givens_from);
    EXPECT_LE(puzzle.givens(), generation.givens_to);
    EXPECT_TRUE(seen.emplace(puzzle.cells.begin(), puzzle.cells.end()).second);
    for (const auto& other : gen) EXPECT_GT(jaccard_distance(puzzle, other), generation.distance);
  }
  const auto again = generate_latin_puzzles(generation, gen);
  for (std::size_t i = 0; i < puzzles.size(); ++i) EXPECT_EQ(puzzles[i].cells, again[i].cells);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LatinGenerator, testing::Values(4, 5, 6, 9));

TEST(LatinGenerator, KeepsNoPuzzleTwice) {
  const auto puzzles = generate_latin_puzzles({.size = 3, .rows = 150, .givens_from = 1, .givens_to = 6}, {});
  std::set<std::string> seen;  // there are so few 3x3 puzzles that many are drawn again
  for (const auto& puzzle : puzzles) seen.emplace(puzzle.cells.begin(), puzzle.cells.end());
  EXPECT_EQ(seen.size(), 450U);
}

TEST(LatinGenerator, SaysWhatItCouldNotFind) {
  const LatinGeneration impossible{.size = 3, .rows = 100'000, .givens_from = 1, .givens_to = 6, .patience = 10'000};
  const std::string text = error_text([&] { generate_latin_puzzles(impossible, {}); });
  EXPECT_TRUE(contains(text, "of 100000 each were found"));
}

TEST(LatinGenerator, ExchangedPuzzlesStayTheSamePuzzles) {
  const auto puzzles = generate_latin_puzzles({.size = 5, .rows = 20, .givens_from = 5, .givens_to = 18}, {});
  std::uint64_t next = 0;
  for (const auto& puzzle : puzzles) {
    const LatinPuzzle image = exchange_lines(puzzle, Random(3, Stream::data), next);
    EXPECT_NE(image.cells, puzzle.cells);
    EXPECT_EQ(image.cells[static_cast<std::size_t>(image.target)], 6);
    EXPECT_EQ(image.givens(), puzzle.givens());
    EXPECT_EQ(possible_answers(image), std::uint32_t{1} << (image.answer - 1));
    ASSERT_TRUE(classify(image));
    EXPECT_EQ(classify(image)->condition, puzzle.condition);
    EXPECT_EQ(classify(image)->answer, image.answer);
  }
}

TEST(LatinGenerator, CellsGoOnlyWhereTheyStayDeducible) {
  // Whatever was removed can be put back in reverse order, so the whole square follows from what is left.
  LatinGeneration generation;
  for (std::uint64_t number = 0; number < 200; ++number) {
    LatinPuzzle puzzle = draw_latin_candidate(generation, number);
    const Cells cells = puzzle.cells;
    for (Index cell = 0; cell < 16; ++cell) {
      const auto place = static_cast<std::size_t>(cell);
      if (cells[place] != 0 && cells[place] <= 4) continue;
      puzzle.cells = cells;
      puzzle.cells[static_cast<std::size_t>(puzzle.target)] = 0;
      puzzle.cells[place] = 5;
      LatinPuzzle other = puzzle;
      other.target = cell;
      EXPECT_EQ(std::popcount(possible_answers(other)), 1);
    }
  }
}

TEST(LatinGenerator, RefusesWhatCannotBe) {
  EXPECT_TRUE(contains(error_text([] { generate_latin_puzzles({.size = 2, .givens_to = 3}, {}); }), "size 2"));
  EXPECT_TRUE(contains(error_text([] { generate_latin_puzzles({.givens_from = 5, .givens_to = 4}, {}); }), "5 to 4"));
  EXPECT_TRUE(contains(error_text([] { generate_latin_puzzles({.givens_to = 16}, {}); }), "3 to 16"));
}

}  // namespace
}  // namespace sextant::test
