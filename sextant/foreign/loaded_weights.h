// Weights in the number type of the engine. Matrices are (outputs, inputs); what reads the same input stands in one.
#pragma once

#include <initializer_list>

#include "sextant/foreign/network_shape.h"
#include "sextant/foreign/weight_source.h"
#include "sextant/math/product.h"
#include "sextant/math/tensor.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

/// A part of a matrix that stays in its file.
struct MatrixInFile {
  const WeightSource* source = nullptr;
  std::string name;
  Index rows = 0;
};

struct Linear {
  Tensor weight;                      // (outputs, inputs); empty where it stays in its file
  AlignedVector<real> bias;           // empty: none
  std::vector<MatrixInFile> in_file;  // below each other
  Index all_outputs = 0, all_inputs = 0;

  Index outputs() const { return all_outputs; }
  Index inputs() const { return all_inputs; }
  /// y (rows, outputs) = x weight^T + bias
  void apply(View<const real> x, View<real> y) const;
  /// The same without the bias; the outputs from `first` on, as many as y has columns.
  void multiply_part(View<const real> x, Index first, View<real> y) const;
  const real* bias_or_null(Index first = 0) const { return bias.empty() ? nullptr : bias.data() + first; }
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
  Tensor type, position, front, score_bias, relative;
  Linear patch, embedding_projection, final_projection;
  NormWeights embedding_norm, final_norm;
};

struct HeadWeights {
  Linear dense, out, second;
  NormWeights norm;
};

class Loader {
 public:
  /// `whole`: matrices are loaded whatever their size; else large ones stay in their file and are read when they are
  /// multiplied, some rows at a time.
  Loader(const NetworkShape& shape, const WeightSource& source, bool whole)
      : shape_(shape), source_(source), whole_(whole) {}

  OuterWeights outer() const;
  HeadWeights head() const;
  BlockWeights block(Index number, const OuterWeights& outer) const;
  /// to (embedding width): the vector of one token.
  void read_token(std::int32_t token, real* to) const;

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
  bool whole_;
};

/// y = norm(x); `room` is scratch. x and y may be the same.
void apply_norm(Norm kind, double epsilon, const NormWeights& weights, View<const real> x, View<real> y, Tensor& room);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
