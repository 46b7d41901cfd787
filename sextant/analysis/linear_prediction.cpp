// How well masked values are told: by the model, by ridge regression, a factor model and the nearest variables among
// the values that are not masked, and by the mean of the training rows, on the same rows with the same masks. Mean
// squared error by split; for the split `test` also by group of rows (people).
#include <algorithm>
#include <numeric>
#include <tuple>

#include "sextant/analysis/analysis.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/masked_factors.h"
#include "sextant/math/linear/masked_neighbours.h"

namespace sextant::analysis {
namespace {

constexpr Index predictions_at_once = 16;  // samples at a time, so that activations stay in the cache
constexpr Index masks_to_choose = 4;       // the ridge is much the same for all masks of a size

/// Squared errors by row, summed over masked values.
struct RowErrors {
  std::vector<double> model, mean, ridge, factors, neighbours;
  std::vector<double> masked;  // values
};

Mask mask_of(const Batch& rows, Index sample, Index length) {
  return {rows.masked.data() + sample * length, static_cast<std::size_t>(length)};
}

std::vector<double> model_errors(Model& model, const Batch& rows, std::uint64_t seed) {
  std::vector<double> errors;
  model.begin_batch(rows, 0, rows.samples, {.seed = seed});
  for (Index first = 0; first < rows.samples; first += predictions_at_once) {
    look_for_stop();
    const Index count = std::min(predictions_at_once, rows.samples - first);
    model.forward_chunk(first, count);
    const Table outputs = model.read_outputs();  // a row for each masked value, sample by sample
    const Index length = model.shape().length;
    std::size_t at = 0;
    for (Index sample = first; sample < first + count; ++sample) {
      const Mask mask = mask_of(rows, sample, length);
      errors.push_back(0);
      for (Index i = 0; i < length; ++i) {
        if (mask[static_cast<std::size_t>(i)] == 0) continue;
        const double missed = outputs.values[at++] - rows.targets[static_cast<std::size_t>(sample * length + i)];
        errors.back() += missed * missed;
      }
    }
  }
  return errors;
}

template <class Guess>
std::vector<double> guess_errors(const Guess& guesser, const Batch& rows, Index length) {
  std::vector<double> errors, values(static_cast<std::size_t>(length)), guesses(values.size());
  for (Index sample = 0; sample < rows.samples; ++sample) {
    look_for_stop();
    const Mask mask = mask_of(rows, sample, length);
    const double* truth = rows.targets.data() + sample * length;
    std::copy(truth, truth + length, values.begin());
    guesser.guess(mask, values, guesses);
    errors.push_back(0);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (mask[i] != 0) errors.back() += (values[i] - guesses[i]) * (values[i] - guesses[i]);
  }
  return errors;
}

struct MeanGuess {
  void guess(Mask, std::span<const double>, std::span<double> guesses) const { std::ranges::fill(guesses, 0.0); }
};

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Mean errors by group of rows, in the order in which groups appear.
LabelledTable by_group(const RowErrors& errors, const std::vector<std::string>& groups) {
  LabelledTable table{"groups", {}, {"model", "ridge", "factors", "neighbours", "mean"}, {}};
  std::vector<double> masked;
  for (std::size_t row = 0; row < groups.size(); ++row) {
    const auto known = std::ranges::find(table.row_labels, groups[row]);
    const auto at = static_cast<std::size_t>(known - table.row_labels.begin());
    if (known == table.row_labels.end()) {
      table.row_labels.push_back(groups[row]);
      table.table.values.resize(table.table.values.size() + 5);
      masked.push_back(0);
    }
    masked[at] += errors.masked[row];
    const double own[] = {errors.model[row], errors.ridge[row], errors.factors[row], errors.neighbours[row],
                          errors.mean[row]};
    for (std::size_t k = 0; k < 5; ++k) table.table.values[5 * at + k] += own[k];
  }
  for (std::size_t i = 0; i < table.table.values.size(); ++i) table.table.values[i] /= masked[i / 5];
  table.table.rows = static_cast<Index>(masked.size());
  table.table.columns = 5;
  return table;
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
    LabelledTable table{"errors", {}, {"model", "ridge", "factors", "neighbours", "mean"}, {}};
    for (const auto& split : subject.splits) {
      const Index length = subject.model.shape().length;
      std::vector<Mask> masks;
      for (Index i = 0; i < std::min(masks_to_choose, split.rows.samples); ++i)
        masks.push_back(mask_of(split.rows, i, length));
      const auto& [covariance, folds] = std::tie(subject.tokens.covariance, subject.tokens.folds);
      const MaskedRidge ridge(covariance, folds, masks);
      const MaskedFactors factors(covariance, folds, masks);
      const MaskedNeighbours neighbours(covariance, folds, masks);
      RowErrors errors{.model = model_errors(subject.model, split.rows, subject.seed),
                       .mean = guess_errors(MeanGuess(), split.rows, length),
                       .ridge = guess_errors(ridge, split.rows, length),
                       .factors = guess_errors(factors, split.rows, length),
                       .neighbours = guess_errors(neighbours, split.rows, length),
                       .masked = {}};
      for (Index i = 0; i < split.rows.samples; ++i)
        errors.masked.push_back(static_cast<double>(std::ranges::count(mask_of(split.rows, i, length), 1)));
      const double masked = sum_of(errors.masked);
      const auto add = [&](const char* name, double value) {
        findings.numbers.push_back({fmt::format("{}[{}]", name, split.name), value});
      };
      add("model", sum_of(errors.model) / masked);
      add("ridge", sum_of(errors.ridge) / masked);
      add("factors", sum_of(errors.factors) / masked);
      add("neighbours", sum_of(errors.neighbours) / masked);
      add("mean", sum_of(errors.mean) / masked);
      add("gain", 1 - sum_of(errors.model) / sum_of(errors.ridge));
      add("penalty", ridge.ridge());
      add("factor_count", static_cast<double>(factors.factors()));
      add("neighbour_count", static_cast<double>(neighbours.neighbours()));
      table.row_labels.push_back(split.name);
      for (const auto* one : {&errors.model, &errors.ridge, &errors.factors, &errors.neighbours, &errors.mean})
        table.table.values.push_back(sum_of(*one) / masked);
      if (split.name == "test" && !split.groups.empty()) findings.tables.push_back(by_group(errors, split.groups));
    }
    table.table.rows = static_cast<Index>(table.row_labels.size());
    table.table.columns = 5;
    findings.tables.insert(findings.tables.begin(), std::move(table));
    return findings;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(linear_prediction, LinearPrediction)

}  // namespace sextant::analysis
