#include "sextant/nn/embedding.h"

#include "sextant/math/rows.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Embedding::Embedding(const ModelOptions& options, const Dimensions& dimensions, const TaskShape& shape,
                     Parameters& parameters)
    : input_(shape.input), width_(dimensions.width) {
  const auto declare = [&](const char* name, ParameterKind kind, Index rows, Index columns, Index fan_in) {
    return &parameters.add(
        {.name = name, .role = Role::token, .kind = kind, .rows = rows, .columns = columns, .fan_in = fan_in});
  };
  if (input_ == InputKind::tokens) {
    weight_ = declare("token.weight", ParameterKind::embedding, shape.features, width_, width_);
  } else {
    weight_ = declare("token.weight", ParameterKind::weight, width_, shape.features, shape.features);
    if (options.token_bias) bias_ = declare("token.bias", ParameterKind::bias, 1, width_, shape.features);
  }
  if (options.mask_vector) mask_ = declare("mask.vector", ParameterKind::embedding, 1, width_, width_);
  if (options.cls) cls_ = declare("cls.vector", ParameterKind::embedding, 1, width_, width_);
}

namespace {

// One column of a matrix into or out of a row.
void add_column(View<const real> from, Index column, real* row) {
  for (Index j = 0; j < from.rows; ++j) row[j] += from(j, column);
}
void add_to_column(const real* row, View<real> to, Index column) {
  for (Index j = 0; j < to.rows; ++j) to(j, column) += row[j];
}
void add_vector(const real* from, real* to, Index count) {
#pragma omp simd
  for (Index j = 0; j < count; ++j) to[j] += from[j];
}

}  // namespace

void Embedding::add_row(std::int32_t id, real* row) const {
  if (id == cls) return add_vector(cls_->value.data, row, width_);
  if (id == masked && mask_) return add_vector(mask_->value.data, row, width_);
  if (bias_) add_vector(bias_->value.data, row, width_);
  if (id < 0) return;
  if (input_ == InputKind::tokens)
    add_vector(weight_->value.row(id), row, width_);
  else
    add_column(weight_->value, id, row);
}

void Embedding::add_gradient(std::int32_t id, const real* d) const {
  if (id == cls) return add_vector(d, cls_->gradient.data, width_);
  if (id == masked && mask_) return add_vector(d, mask_->gradient.data, width_);
  if (bias_) add_vector(d, bias_->gradient.data, width_);
  if (id < 0) return;
  if (input_ == InputKind::tokens)
    add_vector(d, weight_->gradient.row(id), width_);
  else
    add_to_column(d, weight_->gradient, id);
}

void Embedding::forward(std::span<const std::int32_t> ids, View<const real> values, View<real> x) const {
  fill_zero(x);
  if (input_ != InputKind::values) {
    for (Index i = 0; i < x.rows; ++i) add_row(ids[static_cast<std::size_t>(i)], x.row(i));
    return;
  }
  multiply_transposed(values, weight_->value, x, Write::replace);
  for (Index i = 0; i < x.rows; ++i) {
    const std::int32_t id = ids[static_cast<std::size_t>(i)];
    if (id == cls || (id == masked && mask_)) {
      std::fill_n(x.row(i), width_, real(0));
      add_row(id, x.row(i));
    } else if (bias_) {
      add_vector(bias_->value.data, x.row(i), width_);
    }
  }
}

void Embedding::backward(std::span<const std::int32_t> ids, View<const real> values, View<const real> dx) {
  if (input_ != InputKind::values) {
    for (Index i = 0; i < dx.rows; ++i) add_gradient(ids[static_cast<std::size_t>(i)], dx.row(i));
    return;
  }
  const View<real> d = d_rows_.shape(dx.rows, dx.columns);
  copy_to(dx, d);
  for (Index i = 0; i < dx.rows; ++i) {
    const std::int32_t id = ids[static_cast<std::size_t>(i)];
    if (id != cls && !(id == masked && mask_)) continue;
    add_gradient(id, dx.row(i));
    std::fill_n(d.row(i), width_, real(0));
  }
  add_column_sums(d, bias_ ? bias_->gradient.data : nullptr);
  transposed_multiply(d, values, weight_->gradient, Write::add);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
