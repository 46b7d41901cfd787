// How well masked values are told: by the model, by ridge regression on the values that are not masked, and by the mean
// of the training rows, on the same rows with the same masks. Mean squared error by split.
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/math/linear/masked_ridge.h"

namespace sextant::analysis {
namespace {

constexpr Index predictions_at_once = 16;  // samples at a time, so that activations stay in the cache
constexpr Index masks_to_choose = 4;       // the ridge is much the same for all masks of a size

double model_error(Model& model, const Batch& rows, std::uint64_t seed) {
  Score score;
  model.begin_batch(rows, 0, rows.samples, {.seed = seed});
  for (Index first = 0; first < rows.samples; first += predictions_at_once)
    score.add(model.forward_chunk(first, std::min(predictions_at_once, rows.samples - first)));
  return score.mean_loss();
}

Mask mask_of(const Batch& rows, Index sample, Index length) {
  return {rows.masked.data() + sample * length, static_cast<std::size_t>(length)};
}

struct LinearErrors {
  double mean = 0, ridge = 0;  // squared, over masked values
};

LinearErrors linear_errors(const MaskedRidge& ridge, const Batch& rows, Index length) {
  LinearErrors errors;
  Index masked = 0;
  std::vector<double> values(static_cast<std::size_t>(length)), guesses(values.size());
  for (Index sample = 0; sample < rows.samples; ++sample) {
    const Mask mask = mask_of(rows, sample, length);
    const double* truth = rows.targets.data() + sample * length;
    std::copy(truth, truth + length, values.begin());
    ridge.guess(mask, values, guesses);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (mask[i] == 0) continue;
      errors.mean += values[i] * values[i];
      errors.ridge += (values[i] - guesses[i]) * (values[i] - guesses[i]);
      ++masked;
    }
  }
  return {errors.mean / static_cast<double>(masked), errors.ridge / static_cast<double>(masked)};
}

std::string refuse_prediction(const Subject& subject) {
  const TaskShape& shape = subject.model.shape();
  if (shape.loss != LossKind::squared_error || shape.readout != ReadoutPlace::masked || shape.features != 1)
    return "the task is not masked-value prediction";
  if (subject.tokens.covariance.rows == 0) return "the task provides no covariances of its values";
  return subject.splits.empty() ? "there are no held-out samples" : "";
}

class LinearPrediction final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit LinearPrediction(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_prediction(subject); !reason.empty()) return {.left_out = std::move(reason)};
    Findings findings;
    LabelledTable table{"errors", {}, {"model", "ridge", "mean"}, {}};
    for (const auto& split : subject.splits) {
      const Index length = subject.model.shape().length;
      std::vector<Mask> masks;
      for (Index i = 0; i < std::min(masks_to_choose, split.rows.samples); ++i)
        masks.push_back(mask_of(split.rows, i, length));
      const MaskedRidge ridge(subject.tokens.covariance, subject.tokens.folds, masks);
      const LinearErrors linear = linear_errors(ridge, split.rows, length);
      const double model = model_error(subject.model, split.rows, subject.seed);
      const auto add = [&](const char* name, double value) {
        findings.numbers.push_back({fmt::format("{}[{}]", name, split.name), value});
      };
      add("model", model);
      add("ridge", linear.ridge);
      add("mean", linear.mean);
      add("gain", 1 - model / linear.ridge);
      add("penalty", ridge.ridge());
      table.row_labels.push_back(split.name);
      table.table.values.insert(table.table.values.end(), {model, linear.ridge, linear.mean});
    }
    table.table.rows = static_cast<Index>(table.row_labels.size());
    table.table.columns = 3;
    findings.tables.push_back(std::move(table));
    return findings;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(linear_prediction, LinearPrediction)

}  // namespace sextant::analysis
