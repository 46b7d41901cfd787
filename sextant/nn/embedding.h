// From what a task gives to the first row of the stream: a token's row of a table, the projection of a
// one-hot or real-valued vector, the mask vector, the CLS vector, or nothing for a blank.
#pragma once

#include <span>

#include "sextant/data/batch.h"
#include "sextant/layers/linear.h"
#include "sextant/nn/dimensions.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Embedding {
 public:
  /// Besides token ids, what a row can be.
  static constexpr std::int32_t blank = -1;
  static constexpr std::int32_t masked = -2;
  static constexpr std::int32_t cls = -3;
  static constexpr std::int32_t special_count = 3;

  Embedding(const ModelOptions& options, const Dimensions& dimensions, const TaskShape& shape, Parameters& parameters);

  /// x (rows, width) for rows of kind `ids`; `values` (rows, features) only for real-valued inputs, zero where
  /// masked or CLS.
  void forward(std::span<const std::int32_t> ids, View<const real> values, View<real> x) const;
  /// Of the same ids and values.
  void backward(std::span<const std::int32_t> ids, View<const real> values, View<const real> dx);

  /// The token table (vocabulary, width), for tied readouts.
  Parameter* table() const { return weight_; }

 private:
  void add_row(std::int32_t id, real* row) const;
  void add_gradient(std::int32_t id, const real* d) const;

  InputKind input_;
  Index width_;
  Parameter* weight_ = nullptr;  // tokens: (vocabulary, width); otherwise (width, features)
  Parameter* bias_ = nullptr;
  Parameter* mask_ = nullptr;
  Parameter* cls_ = nullptr;
  Tensor d_rows_;  // (rows, width) real-valued inputs: dx without masked and CLS rows
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
