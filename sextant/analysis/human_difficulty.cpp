// A model beside people who were given the same rows: are the rows that are hard for people hard for it? The file is a
// table with the columns puzzle_index (the row of the split "gen", or of the first) and mean_accuracy.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/answers.h"
#include "sextant/core/csv.h"
#include "sextant/core/files.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::analysis {
namespace {

struct HumanDifficultyOptions final : Options {
  std::string file;
  void visit(OptionVisitor& option) override {
    option.path("file", file, "human accuracy: a CSV file with the columns puzzle_index and mean_accuracy");
  }
};

std::size_t find_column(const std::vector<std::string_view>& names, std::string_view name, const std::string& path) {
  const auto found = std::ranges::find(names, name);
  require(found != names.end(), "{}: no column {}; found {}", path, name, fmt::join(names, ", "));
  return static_cast<std::size_t>(found - names.begin());
}

double read_number(std::string_view text, const std::string& path, Index line) {
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  require(parsed.ec == std::errc() && parsed.ptr == text.data() + text.size(), "{}, line {}: '{}' is not a number",
          path, line, text);
  return number;
}

/// By row; not a number where the file has none.
std::vector<double> read_people(const std::string& path, Index rows) {
  const std::string content = read_file(path);
  CsvReader reader(content, path);
  require(reader.next(), "{}: it is empty", path);
  const std::size_t columns = reader.fields().size();
  const std::size_t row_column = find_column(reader.fields(), "puzzle_index", path);
  const std::size_t value_column = find_column(reader.fields(), "mean_accuracy", path);
  std::vector<double> people(static_cast<std::size_t>(rows), NAN);
  while (reader.next()) {
    const auto& cells = reader.fields();
    require(cells.size() == columns, "{}, line {}: {} cells, expected {}", path, reader.line_number(), cells.size(),
            columns);
    const double row = read_number(cells[row_column], path, reader.line_number());
    if (row >= 0 && row < static_cast<double>(rows))
      people[static_cast<std::size_t>(row)] = read_number(cells[value_column], path, reader.line_number());
  }
  return people;
}

const SplitRows& choose_split(const Subject& subject) {
  for (const auto& split : subject.splits)
    if (split.name == "gen") return split;
  return subject.splits.front();
}

class HumanDifficulty final : public Analysis {
 public:
  using OwnOptions = HumanDifficultyOptions;
  explicit HumanDifficulty(const HumanDifficultyOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_answers(subject); !reason.empty()) return {.left_out = std::move(reason)};
    if (own_.file.empty()) return {.left_out = "no human accuracy given (human_difficulty.file)"};
    const SplitRows& split = choose_split(subject);
    const auto people = read_people(own_.file, split.rows.samples);
    const Answers answers = answer(subject.model, split.rows, {.seed = subject.seed});
    std::vector<double> known, correct, probability;
    LabelledTable puzzles{"puzzles", {}, {"model", "probability", "people"}, {}};
    for (std::size_t i = 0; i < people.size(); ++i) {
      if (std::isnan(people[i])) continue;
      known.push_back(people[i]);
      correct.push_back(answers.correct[i]);
      probability.push_back(answers.probability[i]);
      puzzles.row_labels.push_back(std::to_string(i));
      for (const double value : {answers.correct[i], answers.probability[i], people[i]})
        puzzles.table.values.push_back(value);
    }
    if (known.size() < 3) return {.left_out = fmt::format("{} covers fewer than 3 samples", own_.file)};
    puzzles.table.rows = static_cast<Index>(known.size());
    puzzles.table.columns = 3;
    return {.numbers = {{"spearman", spearman(probability, known).value},
                        {"spearman_correct", spearman(correct, known).value},
                        {"people", mean(known)},
                        {"model", mean(correct)}},
            .tables = {std::move(puzzles)}};
  }

 private:
  HumanDifficultyOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(human_difficulty, HumanDifficulty)

}  // namespace sextant::analysis
