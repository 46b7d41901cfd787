// What a transformer shows of itself to those who know no number type (nn/model.h).
#include <algorithm>

#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Table Transformer::read_outputs() const {
  const View<const real> from = outputs();
  Table table(from.rows, from.columns);
  for (Index i = 0; i < from.rows; ++i) std::copy_n(from.row(i), from.columns, &table(i, 0));
  return table;
}

std::vector<TensorFacts> Transformer::tensors() const {
  std::vector<TensorFacts> all;
  for (const Parameter& one : impl_->parameters.list())
    all.push_back({one.name, one.role, one.kind, one.rows, one.columns, one.trainable, one.offset});
  return all;
}

std::vector<double> Transformer::read_weights() const {
  const auto values = parameters().values();
  return {values.begin(), values.end()};
}

void Transformer::write_weights(std::span<const double> weights) {
  const auto values = impl_->parameters.values();
  require(weights.size() == values.size(), "weights: {} values given, the model has {}", weights.size(), values.size());
  std::ranges::transform(weights, values.begin(), [](double value) { return static_cast<real>(value); });
}

Index Transformer::encoding_of(Index block) const {
  const auto own = [&](const auto& one) { return one.get() == &position(block); };
  return std::ranges::find_if(impl_->positions, own) - impl_->positions.begin();
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
