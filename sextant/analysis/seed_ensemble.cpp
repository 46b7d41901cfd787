// How well masked values are told by the mean prediction of several models: the run's own and its references, runs of
// other seeds. Mean squared error on the split `test`, beside the mean of their own errors; by group of rows (people)
// where there are groups.
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

constexpr Index ensemble_at_once = 16;  // samples at a time, so that activations stay in the cache

/// All predictions of masked values, sample by sample.
std::vector<double> predict_masked(Model& model, const Batch& rows, std::uint64_t seed) {
  std::vector<double> predictions;
  model.begin_batch(rows, 0, rows.samples, {.seed = seed});
  for (Index first = 0; first < rows.samples; first += ensemble_at_once) {
    look_for_stop();
    model.forward_chunk(first, std::min(ensemble_at_once, rows.samples - first));
    const Table outputs = model.read_outputs();
    predictions.insert(predictions.end(), outputs.values.begin(), outputs.values.end());
  }
  return predictions;
}

/// Squared errors and their number, by group.
struct GroupErrors {
  std::vector<std::string> names;
  std::vector<double> errors, counts;

  void add(const std::string& name, double error) {
    const auto known = std::ranges::find(names, name);
    const auto at = static_cast<std::size_t>(known - names.begin());
    if (known == names.end()) {
      names.push_back(name);
      errors.push_back(0);
      counts.push_back(0);
    }
    errors[at] += error;
    counts[at] += 1;
  }
};

class SeedEnsemble final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit SeedEnsemble(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    const TaskShape& shape = subject.model.shape();
    if (shape.loss != LossKind::squared_error || shape.readout != ReadoutPlace::masked)
      return {.left_out = "the task is not masked-value prediction"};
    const auto split = std::ranges::find(subject.splits, "test", &SplitRows::name);
    if (split == subject.splits.end()) return {.left_out = "the task has no split 'test'"};
    if (subject.references.empty()) return {.left_out = "there are no runs of other seeds"};
    std::vector<std::vector<double>> predictions{predict_masked(subject.model, split->rows, subject.seed)};
    for (Model* other : subject.references) predictions.push_back(predict_masked(*other, split->rows, subject.seed));
    return compare(predictions, *split);
  }

 private:
  static Findings compare(const std::vector<std::vector<double>>& predictions, const SplitRows& split) {
    const auto models = static_cast<double>(predictions.size());
    const auto& rows = split.rows;
    const std::size_t length = rows.masked.size() / static_cast<std::size_t>(rows.samples);
    GroupErrors groups;
    double ensemble = 0, alone = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < rows.masked.size(); ++i) {
      if (rows.masked[i] == 0) continue;
      double mean = 0;
      for (const auto& one : predictions) {
        const double missed = one[at] - rows.targets[i];
        mean += one[at] / models;
        alone += missed * missed / models;
      }
      ++at;
      const double error = (mean - rows.targets[i]) * (mean - rows.targets[i]);
      ensemble += error;
      if (!split.groups.empty()) groups.add(split.groups[i / length], error);
    }
    const auto count = static_cast<double>(at);
    Findings findings;
    findings.numbers = {{"error", ensemble / count}, {"alone", alone / count}, {"models", models}};
    LabelledTable table{"groups", groups.names, {"error"}, Table(static_cast<Index>(groups.names.size()), 1)};
    for (std::size_t g = 0; g < groups.names.size(); ++g) table.table.values[g] = groups.errors[g] / groups.counts[g];
    if (!groups.names.empty()) findings.tables.push_back(std::move(table));
    return findings;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(seed_ensemble, SeedEnsemble)

}  // namespace sextant::analysis
