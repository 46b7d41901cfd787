// Weights in the number type of the engine. Matrices are (outputs, inputs); what reads the same input stands in one.
#pragma once

#include <initializer_list>

#include "sextant/foreign/network_shape.h"
#include "sextant/foreign/weight_source.h"
#include "sextant/math/product.h"
#include "sextant/math/tensor.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

struct Linear {
  Tensor weight;             // (outputs, inputs)
  AlignedVector<real> bias;  // empty: none

  Index outputs() const { return weight.rows(); }
  /// y (rows, outputs) = x weight^T + bias
  void apply(View<const real> x, View<real> y) const;
};

struct NormWeights {
  AlignedVector<real> gain, shift;  // shift empty: none; gain empty: no norm here
  bool there() const { return !gain.empty(); }
};

struct BlockWeights {
  NormWeights norm1, norm2, after1, after2, query_norm, key_norm;
  Linear query_key_value, output;  // rows: queries, keys, values
  Linear gate_in, out;             // rows: gate (where gated), in
  AlignedVector<real> scale1, scale2;
  Tensor score_bias;                    // (buckets, heads)
  Tensor position_query, position_key;  // (2 span, heads*head_width), of DeBERTa's table
  // Mamba; gate_in is its joint projection (2 inner, width), out its last
  Tensor convolution, decay;  // (inner, taps), (inner, state): -exp(A_log)
  AlignedVector<real> convolution_bias, skip;
  Linear select, step;  // (step_rank + 2 state, inner), (inner, step_rank)
};

/// Everything outside the blocks.
struct OuterWeights {
  Tensor token, type, position, front, score_bias, relative;
  Linear patch, embedding_projection, final_projection;
  NormWeights embedding_norm, final_norm;
};

struct HeadWeights {
  Linear dense, out, second;
  NormWeights norm;
};

class Loader {
 public:
  Loader(const NetworkShape& shape, const WeightSource& source) : shape_(shape), source_(source) {}

  OuterWeights outer() const;
  HeadWeights head() const;
  BlockWeights block(Index number, const OuterWeights& outer) const;

 private:
  /// An Error unless the matrix has this shape; 0: any.
  Tensor matrix(const std::string& name, Index rows, Index columns) const;
  AlignedVector<real> vector(const std::string& name, Index size) const;
  Linear linear(std::initializer_list<std::string> names, std::initializer_list<Index> rows, Index columns) const;
  NormWeights norm(const std::string& name, Index size) const;
  void load_attention(const std::string& prefix, const OuterWeights& outer, BlockWeights& block) const;
  void load_mamba(const std::string& prefix, BlockWeights& block) const;

  const NetworkShape& shape_;
  const WeightSource& source_;
};

/// y = norm(x); `room` is scratch. x and y may be the same.
void apply_norm(Norm kind, double epsilon, const NormWeights& weights, View<const real> x, View<real> y, Tensor& room);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
