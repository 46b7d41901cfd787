// The words that headlines of runs and of sweeps share.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "sextant/report/headlines.h"
#include "sextant/results/option_value.h"

namespace sextant::report {
namespace {

std::string duration_text(double seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 600) return fmt::format("{:.0f} s", seconds);
  return seconds < 7200 ? fmt::format("{:.0f} minutes", seconds / 60) : fmt::format("{:.1f} hours", seconds / 3600);
}

std::string machine_text(const Tree& environment) {
  const std::string processor = environment.value("processor", "");
  if (processor.empty()) return "";
  const Index cores = environment.value("cores", Index(0));
  const std::string version = environment.value("version", "");
  return fmt::format(" on {}{}{}", processor,
                     cores > 0 ? fmt::format(" with {} core{}", cores, cores == 1 ? "" : "s") : "",
                     version.empty() ? "" : fmt::format(", sextant {}", version));
}

std::size_t count_values(const std::vector<RunRecord>& runs, const char* key) {
  std::set<std::string> values;
  for (const auto& run : runs) values.insert(run.settings.value(key, Tree()).dump());
  return values.size();
}

}  // namespace

std::string metric_text(const std::string& metric, double value) {
  if (!metric.ends_with("accuracy")) return fmt::format("{:.3g}", value);
  const double tenths = std::round(1000 * value) / 10;
  return tenths == std::round(tenths) ? fmt::format("{:.0f} %", tenths) : fmt::format("{:.1f} %", tenths);
}

std::string describe_effort(const std::vector<RunRecord>& runs, std::size_t settings, const Tree& environment) {
  double seconds = 0;
  for (const auto& run : runs) seconds += run.seconds.value_or(0);
  std::string text;
  if (runs.size() == 1) {
    const RunRecord& run = runs.front();
    text = fmt::format("{} of {} steps", run.step.value_or(0), run.steps.value_or(0));
    if (run.parameters) text += fmt::format(", {} parameters", *run.parameters);
    text += fmt::format(", seed {}", value_text(run.settings.value("seed", Tree())));
  } else {
    const std::size_t seeds = count_values(runs, "seed");
    text = fmt::format("{} runs ({} setting{}, {} seed{})", runs.size(), settings, settings == 1 ? "" : "s", seeds,
                       seeds == 1 ? "" : "s");
  }
  if (seconds > 0)
    text += fmt::format(", {} of training{}", duration_text(seconds), runs.size() > 1 ? " in total" : "");
  return text + machine_text(environment);
}

std::string describe_task(const std::vector<RunRecord>& runs) {
  const std::size_t tasks = count_values(runs, "task.kind");
  if (tasks != 1) return fmt::format("{} tasks", tasks);
  const std::string task = value_text(runs.front().settings.value("task.kind", Tree()));
  const std::string file = value_text(runs.front().settings.value("task.file", Tree()));
  return file.empty() || file == value_text(Tree()) ? fmt::format("the task {}", task)
                                                    : fmt::format("the task {} on {}", task, file);
}

}  // namespace sextant::report
