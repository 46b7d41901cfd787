#include "sextant/lab/comparison_files.h"

#include <cmath>

#include "sextant/core/files.h"
#include "sextant/lab/result_json.h"
#include "sextant/results/checksums.h"
#include "sextant/results/headline_file.h"
#include "sextant/results/results_table.h"

namespace sextant::lab {
namespace {

Tree bound_of(const std::optional<Interval>& interval, double Interval::*side) {
  return interval && std::isfinite((*interval).*side) ? Tree((*interval).*side) : Tree();
}

/// The first screen: every encoding in order, with its interval and a dot per seed.
Tree draw_ranking(const ComparePositionsResult& result) {
  Tree names = Tree::array(), points = Tree::array(), dots = Tree::array();
  const bool signs = result.metric.ends_with("loss");  // scores are more is better, so of a loss its negative
  for (const auto& one : result.ranking) {
    names.push_back(one.kind);
    const Tree low = bound_of(one.interval, &Interval::low), high = bound_of(one.interval, &Interval::high);
    points.push_back({{"x", one.kind}, {"y", one.mean}, {"low", low}, {"high", high}, {"runs", one.scores.size()}});
    for (const double score : one.scores)
      dots.push_back({{"x", one.kind}, {"y", signs ? -score : score}, {"series", 0}});
  }
  return {{"kind", "metric_by_setting"},
          {"title", "The ranking, best first"},
          {"caption", "Mean over seeds with its 95 % bootstrap interval; a dot per seed."},
          {"order", 1},
          {"data",
           {{"x", {{"label", "position.kind"}, {"values", std::move(names)}}},
            {"y", {{"label", result.metric}}},
            {"series", {{{"label", result.metric}, {"points", std::move(points)}}}},
            {"dots", std::move(dots)},
            {"interval", "95 % bootstrap interval of the mean"},
            {"loose", true}}}};
}

Tree draw_lengths(const ComparePositionsResult& result) {
  Tree series = Tree::array();
  for (const auto& one : result.ranking) {
    Tree points = Tree::array();
    for (std::size_t i = 0; i < result.lengths.size(); ++i)
      points.push_back({{"x", result.lengths[i]},
                        {"y", one.by_length[i]},
                        {"low", nullptr},
                        {"high", nullptr},
                        {"runs", one.scores.size()}});
    series.push_back({{"label", one.kind}, {"points", std::move(points)}});
  }
  return {{"kind", "metric_by_setting"},
          {"title", "Accuracy against length"},
          {"caption", "Mean over seeds at each of task.test_lengths."},
          {"order", 2},
          {"data",
           {{"x", {{"label", "length"}}},
            {"y", {{"label", "accuracy"}}},
            {"series", std::move(series)},
            {"dots", Tree::array()}}}};
}

Tree draw_table(const ComparePositionsResult& result) {
  Tree columns = Tree::array(), rows = Tree::array();
  for (const char* label : {"position", "mean", "low", "high", "learning rate", "heads", "seeds"})
    columns.push_back({{"label", label}});
  for (const Index length : result.lengths) columns.push_back({{"label", fmt::format("at {}", length)}});
  for (const auto& one : result.ranking) {
    Tree row{one.kind,
             one.mean,
             bound_of(one.interval, &Interval::low),
             bound_of(one.interval, &Interval::high),
             one.learning_rate,
             one.heads,
             one.scores.size()};
    for (const double value : one.by_length) row.push_back(value);
    rows.push_back(std::move(row));
  }
  return {{"kind", "table"},
          {"title", "The ranking in numbers"},
          {"caption", fmt::format("{}, mean over seeds with its 95 % interval, and the settings of each encoding.",
                                  result.metric)},
          {"order", 3},
          {"data", {{"columns", std::move(columns)}, {"rows", std::move(rows)}}}};
}

Tree make_headline(const ComparePositionsResult& result, const std::string& job) {
  Tree numbers = Tree::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(3, result.ranking.size()); ++i) {
    const auto& one = result.ranking[i];
    Tree number{{"label", fmt::format("{}: {}", one.kind, result.metric)}, {"text", short_number(one.mean)}};
    if (one.interval)
      number["interval"] = fmt::format("{} to {}", short_number(one.interval->low), short_number(one.interval->high));
    numbers.push_back(std::move(number));
  }
  std::string sentence = result.verdict();
  sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return {
      {"title", fmt::format("Which positional encoding serves {}?", job)},
      {"sentence", sentence + "."},
      {"held", result.has_winner() ? Tree(true) : Tree()},
      {"numbers", std::move(numbers)},
      {"figure", "ranking"},
      {"runs", result.race ? fmt::format("{} encodings, seeds added until it was decided, each at the learning rate "
                                         "that two other seeds chose",
                                         result.ranking.size())
                           : fmt::format("{} encodings, {} seeds each at the learning rate that successive "
                                         "halving chose",
                                         result.ranking.size(), result.ranking.front().scores.size())}};
}

}  // namespace

void write_comparison(ComparePositionsResult& result, const std::string& job) {
  result.file = result.directory + "/comparison.json";
  Tree written = as_json(result);
  written.erase("sweep");  // how much of it was new this time
  write_file_atomically(result.file, written.dump(2) + "\n");
  const std::string panels = result.directory + "/panels";
  make_directory(panels);
  write_file_atomically(panels + "/ranking.json", write_checked_json(draw_ranking(result)));
  write_file_atomically(panels + "/numbers.json", write_checked_json(draw_table(result)));
  if (!result.lengths.empty())
    write_file_atomically(panels + "/lengths.json", write_checked_json(draw_lengths(result)));
  write_file_atomically(result.directory + "/" + headline_file, write_checked_json(make_headline(result, job)));
}

}  // namespace sextant::lab
