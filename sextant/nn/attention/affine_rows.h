// First rows that are affine in a real-valued input: x_j = P_j + v_j w, with P_j the row of a value of 0 at position j
// and w the weight of the value. Let E = (P; w) be P with w as one more row, M and c what rows ask with in the lean
// form of attention (one head). Scores are then affine in the values of both tokens,
//   T = scale (P M + c; w M) E^T,   score_ij = T_ij + v_j T_iw + v_i (T_wj + v_j T_ww),
// and so is whatever a weight makes of x_j: look it up in the same product of E. Tables are made once per batch and
// gather the gradients of all samples, so that rows are projected, and scores multiplied, once instead of per sample.
#pragma once

#include "sextant/math/tensor.h"
#include "sextant/positions/position.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class AffineRows {
 public:
  /// Of E: what its rows ask with and are asked by, both (length + 1, width).
  void prepare(View<const real> q, View<const real> keys, real scale);
  /// Takes memory for tables of as many rows as may come.
  void reserve(Index rows) {
    scores_.reserve(rows, rows);
    d_scores_.reserve(rows, rows);
  }
  /// v of the current samples, (samples*length, 1); `room`: rows of the largest chunk.
  void set_inputs(View<const real> inputs, Index room);

  /// x_j = table_j + v_j table_w, table (length + 1, any width), x (samples*length, the same)
  void look_up(View<const real> table, View<real> x) const;
  /// d_table += ...
  void gather(View<const real> dx, View<real> d_table) const;

  /// Scores (queries, length) of one sample, whose queries stand at these positions; and their backward.
  void score(Index sample, RowPositions queries, View<real> scores) const;
  void score_backward(Index sample, RowPositions queries, View<const real> d_scores);

  /// After the last backward: the gradients of the q and keys of prepare, overwritten.
  void finish(View<const real> q, View<const real> keys, View<real> dq, View<real> d_keys) const;

 private:
  Index length_ = 0;
  real scale_ = 1;
  Tensor inputs_;    // (samples*length, 1)
  Tensor scores_;    // T (length + 1, length + 1), the last row and column of w
  Tensor d_scores_;  // gathered over a batch
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
