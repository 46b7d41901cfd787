// What the makers of panels share.
#include "sextant/report/panels.h"

#include <algorithm>
#include <cmath>

namespace sextant::report {
namespace {

constexpr double fitted_accuracy = 0.9;
constexpr std::size_t most_metrics = 3;
constexpr std::size_t last_batches = 10;  // one batch alone is noise
constexpr double last_share = 0.1;        // but what a short run recorded earlier tells how it began, not how it ended

std::vector<std::string> metrics_ending(const Grouping& grouping, const std::string& ending, bool of_training) {
  std::vector<std::string> found;
  for (const auto& group : grouping.groups)
    for (const auto* run : group.runs)
      for (const auto& [metric, value] : run->finals.items())
        if (metric.ends_with(ending) && metric.starts_with("train.") == of_training && value.is_number() &&
            std::ranges::find(found, metric) == found.end())
          found.push_back(metric);
  // A task may have splits of its own, also of what was trained on; the test split is what everybody asks for first.
  std::ranges::stable_partition(found, [](const std::string& metric) { return metric.starts_with("test."); });
  if (found.size() > most_metrics) found.resize(most_metrics);
  return found;
}

}  // namespace

Tree make_panel(const std::string& id, const std::string& kind, const std::string& title, const std::string& caption,
                Tree data) {
  return Tree{{"id", id}, {"kind", kind}, {"title", title}, {"caption", caption}, {"data", std::move(data)}};
}

std::vector<std::string> chief_metrics(const Grouping& grouping) {
  for (const bool of_training : {false, true})
    for (const char* ending : {".accuracy", ".loss"})
      if (auto found = metrics_ending(grouping, ending, of_training); !found.empty()) return found;
  return {};
}

std::string metric_label(std::string metric) {
  std::ranges::replace(metric, '.', ' ');
  std::ranges::replace(metric, '_', ' ');
  return metric;
}

std::vector<double> finals_of(const Group& group, const std::string& metric) {
  std::vector<double> values;
  for (const auto* run : group.runs) {
    const auto found = run->finals.find(metric);
    if (found != run->finals.end() && found->is_number() && std::isfinite(found->get<double>()))
      values.push_back(found->get<double>());
  }
  return values;
}

bool failed_to_fit(const RunRecord& run) {
  if (run.status == "diverged" || run.status == "failed") return true;
  double sum = 0;
  std::size_t batches = 0;
  Index last = 0;
  for (const auto& line : run.metrics) last = std::max(last, line.step);
  const double from = (1 - last_share) * static_cast<double>(last);
  for (auto line = run.metrics.rbegin(); line != run.metrics.rend() && batches < last_batches; ++line) {
    if (line->split != "train" || !line->accuracy) continue;
    if (batches > 0 && static_cast<double>(line->step) < from) break;
    sum += *line->accuracy;
    ++batches;
  }
  return batches > 0 && sum / static_cast<double>(batches) < fitted_accuracy;
}

}  // namespace sextant::report
