// Reading puzzles, and doubting every line.
#include "sextant/data/latin/latin_files.h"

#include <algorithm>
#include <charconv>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/data/latin/latin_condition.h"
#include "sextant/data/latin/latin_search.h"

namespace sextant::data {
namespace {

std::size_t column_of(const std::vector<std::string_view>& header, std::string_view name, const std::string& path) {
  const auto found = std::ranges::find(header, name);
  require(found != header.end(), "{}: no column '{}' in the header; expected condition, puzzles and solutions", path,
          name);
  return static_cast<std::size_t>(found - header.begin());
}

/// The file says "Binary", we say "binary".
bool is_named(std::string_view text, LatinCondition condition) {
  const std::string_view name = name_of(condition);
  return std::ranges::equal(text, name, [](char a, char b) { return (a | 0x20) == b; });
}

void check(const LatinPuzzle& puzzle, std::string_view condition, const std::string& who) {
  const auto verdict = classify(puzzle);
  require(verdict && is_named(condition, verdict->condition), "{}: labelled {}, but the rule gives {}", who, condition,
          verdict ? name_of(verdict->condition) : "no condition");
  require(verdict->answer == puzzle.answer, "{}: solution {} given, but the rule gives {}", who, puzzle.answer,
          verdict->answer);
  require(possible_answers(puzzle) == std::uint32_t{1} << (puzzle.answer - 1),
          "{}: the target does not have exactly one solution", who);
}

}  // namespace

std::vector<LatinPuzzle> read_latin_file(const std::string& path, Index size) {
  const std::string content = read_file(path);
  CsvReader reader(content, path);
  require(reader.next(), "{}: it is empty", path);
  const auto header = reader.fields();
  const std::size_t condition = column_of(header, "condition", path);
  const std::size_t cells = column_of(header, "puzzles", path);
  const std::size_t solution = column_of(header, "solutions", path);
  std::vector<LatinPuzzle> puzzles;
  while (reader.next()) {
    const std::string who = fmt::format("{}, line {}", path, reader.line_number());
    const auto& fields = reader.fields();
    require(fields.size() == header.size(), "{}: {} columns, expected {}", who, fields.size(), header.size());
    LatinPuzzle puzzle = parse_latin_cells(fields[cells], who);
    require(puzzle.size == size, "{}: a puzzle of size {}, expected {}", who, puzzle.size, size);
    const auto& text = fields[solution];
    std::from_chars(text.data(), text.data() + text.size(), puzzle.answer);
    check(puzzle, fields[condition], who);
    puzzle.condition = classify(puzzle)->condition;
    puzzles.push_back(std::move(puzzle));
  }
  return puzzles;
}

std::string generated_latin_file(const std::string& folder, LatinCondition condition) {
  return fmt::format("{}/generated_puzzle_data_{}_dist80.csv", folder, name_of(condition));
}

std::string original_latin_file(const std::string& folder) { return folder + "/puzzle_data_original.csv"; }

}  // namespace sextant::data
