// One run: did it learn its task, and does that hold for samples it has not seen?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "sextant/core/files.h"
#include "sextant/report/headlines.h"
#include "sextant/results/analysis_file.h"
#include "sextant/results/checksums.h"
#include "sextant/results/option_value.h"
#include "sextant/results/run_files.h"

namespace sextant::report {
namespace {

constexpr double solved = 0.9;
constexpr double no_gain = 0.02;  // above the start: what noise of the evaluation can do

struct Outcome {
  std::string metric;              // "test.accuracy"
  double value = 0;                // at the end
  std::optional<double> start;     // before training
  std::optional<double> training;  // the same of training batches, in the last tenth of the steps
  std::string split() const { return metric.substr(0, metric.find('.')); }
  bool is_accuracy() const { return metric.ends_with(".accuracy"); }
};

std::optional<double> value_of(const MetricsRow& row, bool accuracy) { return accuracy ? row.accuracy : row.loss; }

std::optional<Outcome> measure_outcome(const RunRecord& run) {
  const Grouping alone{{}, {{{}, {}, {&run}}}};
  auto metrics = chief_metrics(alone);
  if (metrics.empty()) return std::nullopt;
  const auto test = std::ranges::find_if(metrics, [](const auto& metric) { return metric.starts_with("test."); });
  Outcome outcome{test == metrics.end() ? metrics.front() : *test, 0, {}, {}};
  const auto values = finals_of(alone.groups.front(), outcome.metric);
  if (values.empty()) return std::nullopt;
  outcome.value = values.front();
  double sum = 0;
  Index last = 0, count = 0;
  for (const auto& row : run.metrics) last = std::max(last, row.step);
  for (const auto& row : run.metrics) {
    const auto value = value_of(row, outcome.is_accuracy());
    if (!value) continue;
    if (row.split == outcome.split() && row.step == 0) outcome.start = *value;
    if (row.split != "train" || 10 * row.step < 9 * last) continue;
    sum += *value;
    ++count;
  }
  if (count > 0) outcome.training = sum / static_cast<double>(count);
  return outcome;
}

struct Verdict {
  std::string title;
  std::string sentence;
  std::optional<bool> held;
};

Verdict judge_loss(const Outcome& outcome, Index steps) {
  const std::string now = metric_text(outcome.metric, outcome.value), split = outcome.split();
  if (!outcome.start)
    return {
        fmt::format("{} loss {}", split, now), fmt::format("The {} loss is {} after {} steps.", split, now, steps), {}};
  const std::string before = metric_text(outcome.metric, *outcome.start);
  if (outcome.value < *outcome.start)
    return {fmt::format("{} loss {}", split, now),
            fmt::format("The model has learned something: in {} steps the {} loss fell from {} to {}.", steps, split,
                        before, now),
            {}};
  return {
      fmt::format("the {} loss did not fall", split),
      fmt::format(
          "The model has not learned anything that holds for new samples: the {} loss went from {} to {} in {} steps.",
          split, before, now, steps),
      false};
}

Verdict judge_accuracy(const Outcome& outcome, Index steps) {
  const std::string right = metric_text(outcome.metric, outcome.value);
  const std::string before =
      outcome.start ? fmt::format(" (before training {})", metric_text(outcome.metric, *outcome.start)) : "";
  const std::string held_out = fmt::format("held-out samples ({})", outcome.split());
  const bool gained = !outcome.start || outcome.value > *outcome.start + no_gain;
  const std::string trained = outcome.training ? metric_text(outcome.metric, *outcome.training) : "";
  if (outcome.split() == "train")
    return {fmt::format("{} of training samples right", right),
            fmt::format("The model gets {} of its training samples right after {} steps; nothing was held out.", right,
                        steps),
            {}};
  if (outcome.value >= solved)
    return {fmt::format("{} of held-out samples right", right),
            fmt::format("The model solves the task: after {} steps it gets {} of {} right{}.", steps, right, held_out,
                        before),
            true};
  if (outcome.training && *outcome.training >= solved)
    return {gained ? fmt::format("{} of held-out samples right", right) : "training samples memorised",
            gained
                ? fmt::format(
                      "The model generalises only in part: it gets {} of its training samples right, and {} of {}{}.",
                      trained, right, held_out, before)
                : fmt::format("The model has memorised its training samples ({} right) and nothing that carries over: "
                              "{} of {} are right{}.",
                              trained, right, held_out, before),
            gained ? std::optional<bool>() : false};
  if (!gained)
    return {"task not learned",
            fmt::format("The model has not learned the task: after {} steps it gets {} of {} right{}.", steps, right,
                        held_out, before),
            false};
  return {
      fmt::format("{} of held-out samples right", right),
      fmt::format("The model has learned the task in part: after {} steps it gets {} of {} right{}{}.", steps, right,
                  held_out, before, trained.empty() ? "" : fmt::format(", and {} of its training samples", trained)),
      {}};
}

Verdict judge_run(const RunRecord& run, const std::optional<Outcome>& outcome) {
  const Index step = run.step.value_or(0);
  if (run.status == "diverged")
    return {"training diverged",
            fmt::format("Training diverged at step {} of {}: {}.", step, run.steps.value_or(0),
                        run.fault.empty() ? "the loss is not finite" : run.fault),
            false};
  if (run.status == "failed") return {"the run failed", fmt::format("The run failed: {}.", run.fault), false};
  if (!outcome) return {"no metrics yet", "Nothing has been measured yet.", {}};
  Verdict verdict = outcome->is_accuracy() ? judge_accuracy(*outcome, step) : judge_loss(*outcome, step);
  if (run.status != "done") {
    verdict.held.reset();
    verdict.sentence =
        fmt::format("The run is {} at step {} of {}. {}", run.status, step, run.steps.value_or(0), verdict.sentence);
  }
  return verdict;
}

Tree make_numbers(const std::optional<Outcome>& outcome) {
  Tree numbers = Tree::array();
  if (!outcome) return numbers;
  const std::string what = outcome->is_accuracy() ? "accuracy" : "loss";
  const auto add = [&](const std::string& label, double value) {
    numbers.push_back({{"label", label}, {"text", metric_text(outcome->metric, value)}});
  };
  add(fmt::format("{} {} at the end", outcome->split(), what), outcome->value);
  if (outcome->training && outcome->split() != "train")
    add(fmt::format("training {} at the end", what), *outcome->training);
  if (outcome->start) add(fmt::format("{} {} before training", outcome->split(), what), *outcome->start);
  return numbers;
}

/// What `sextant analyse` found out about it, in a sentence; empty where nobody asked, or the file is damaged.
std::string read_analysis(const RunRecord& run) {
  const std::string path = file_in(run.directory, analysis_file);
  if (run.directory.empty() || !file_exists(path)) return "";
  try {
    return read_checked_json(path).value("sentence", "");
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return "";
  }
}

}  // namespace

Tree make_run_headline(const RunRecord& run, const Tree& environment) {
  const auto outcome = measure_outcome(run);
  const Verdict verdict = judge_run(run, outcome);
  const std::string task = value_text(run.settings.value("task.kind", Tree("a run")));
  const std::string position = value_text(run.settings.value("position.kind", Tree()));
  const std::string analysis = read_analysis(run);
  return {{"title", fmt::format("{} with {} positions: {}", task, position, verdict.title)},
          {"sentence", analysis.empty() ? verdict.sentence : verdict.sentence + " " + analysis},
          {"held", verdict.held ? Tree(*verdict.held) : Tree()},
          {"numbers", make_numbers(outcome)},
          {"figure", ""},
          {"data", describe_task({run})},
          {"runs", describe_effort({run}, 1, environment)}};
}

}  // namespace sextant::report
