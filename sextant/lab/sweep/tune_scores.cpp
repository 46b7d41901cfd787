#include "sextant/lab/sweep/tune_scores.h"

#include <algorithm>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/results/run_reader.h"

namespace sextant::lab {
namespace {

/// The splits that ask for what was not trained, the most demanding first.
constexpr const char* generalising[] = {"gen", "inferential", "held_out", "test"};

}  // namespace

void TuneMetric::choose(const Tree& row) {
  std::vector<std::string> known;
  for (const auto& [key, value] : row.items())
    if (key.starts_with("final.") && key.ends_with(".loss") && key != "final.train.loss")
      known.push_back(key.substr(6, key.size() - 11));
  std::string chosen = split;
  for (const char* name : generalising)
    if (chosen.empty() && std::ranges::find(known, name) != known.end()) chosen = name;
  if (chosen.empty() && !known.empty()) chosen = known.front();
  require(std::ranges::find(known, chosen) != known.end(), "--split {}: the task has no such split{}; known: {}",
          chosen, nearest_name_hint(chosen, known), fmt::join(known, ", "));
  more_is_better = row.contains("final." + chosen + ".accuracy");
  column = fmt::format("final.{}.{}", chosen, more_is_better ? "accuracy" : "loss");
}

// A run that diverged has learned nothing: it counts as the worst there can be, or as one that says nothing of a loss.
double TuneMetric::score(const std::string& run) {
  const auto record = read_run_record(run);
  require(record.has_value(), "{}: the run has not finished", run);
  if (record->status != "done") return more_is_better ? 0 : -std::numeric_limits<double>::max();
  if (column.empty()) choose(record->row());
  const double value = record->row().at(column).get<double>();
  return more_is_better ? value : -value;
}

}  // namespace sextant::lab
