// Random content in a given shape.
#include "sextant/analysis/random_batch.h"

namespace sextant::analysis {
namespace {

/// `width` numbers per token, moved with their token.
template <class Number>
std::vector<Number> permuted(const std::vector<Number>& numbers, Index length, Index width,
                             const std::vector<std::int32_t>& orders) {
  if (numbers.empty()) return {};
  std::vector<Number> result;
  result.reserve(numbers.size());
  for (std::size_t row = 0; row < orders.size(); ++row) {
    const Index first_of_sample = static_cast<Index>(row) / length * length;
    const auto source = numbers.begin() + (first_of_sample + orders[row]) * width;
    result.insert(result.end(), source, source + width);
  }
  return result;
}

bool is_scored_per_token(const TaskShape& shape) {
  return shape.readout == ReadoutPlace::every || shape.readout == ReadoutPlace::masked;
}

}  // namespace

Batch make_random_batch(const TaskShape& shape, Index samples, const Random& random) {
  Batch batch;
  batch.samples = samples;
  const auto tokens = static_cast<std::size_t>(samples * shape.length);
  const auto scored = is_scored_per_token(shape) ? tokens : static_cast<std::size_t>(samples);
  if (shape.input == InputKind::values) {
    batch.values.resize(tokens * static_cast<std::size_t>(shape.features));
    for (std::size_t i = 0; i < batch.values.size(); ++i) batch.values[i] = random.normal(i);
  } else {
    batch.tokens.resize(tokens);
    for (std::size_t i = 0; i < tokens; ++i)
      batch.tokens[i] = static_cast<std::int32_t>(random.below(i, static_cast<std::uint64_t>(shape.features)));
  }
  if (shape.readout == ReadoutPlace::masked) {
    batch.masked.resize(tokens);
    for (std::size_t i = 0; i < tokens; ++i)
      batch.masked[i] = i % static_cast<std::size_t>(shape.length) % 3 == 0 ? 1 : 0;
  }
  if (shape.loss == LossKind::cross_entropy)
    batch.labels.assign(scored, 0);
  else
    batch.targets.assign(scored * static_cast<std::size_t>(shape.outputs), 0.0);
  return batch;
}

Batch make_permuted_batch(const Batch& batch, const TaskShape& shape, const std::vector<std::int32_t>& orders) {
  Batch result = batch;
  result.tokens = permuted(batch.tokens, shape.length, 1, orders);
  result.values = permuted(batch.values, shape.length, shape.features, orders);
  result.masked = permuted(batch.masked, shape.length, 1, orders);
  if (is_scored_per_token(shape)) {
    result.labels = permuted(batch.labels, shape.length, 1, orders);
    result.targets = permuted(batch.targets, shape.length, shape.outputs, orders);
  }
  return result;
}

}  // namespace sextant::analysis
