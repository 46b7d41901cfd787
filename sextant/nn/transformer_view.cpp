// What a transformer shows of itself: its parts, and what those see who know no number type (nn/model.h).
#include <algorithm>

#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Parameters& Transformer::parameters() { return impl_->parameters; }
const Parameters& Transformer::parameters() const { return impl_->parameters; }
const TaskShape& Transformer::shape() const { return impl_->shape; }
const ModelOptions& Transformer::options() const { return impl_->options; }
void Transformer::set_savings(bool on) { impl_->savings = on; }
bool Transformer::savings() const { return impl_->savings; }
void Transformer::set_most_rows(Index rows) { impl_->most_rows = rows; }
void Transformer::set_taps(Taps* taps) { impl_->flow.taps = taps; }
Index Transformer::batch_length() const { return impl_->flow.length; }
View<const real> Transformer::outputs() const { return impl_->readout->outputs(); }
Position& Transformer::position(Index block) const { return impl_->encodings.serving(block); }

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

Index Transformer::encoding_of(Index block) const { return impl_->encodings.number(block); }

}  // namespace sextant::nn::inline SEXTANT_PRECISION
