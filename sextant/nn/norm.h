// A norm with its parameters and what its backward needs; or, where the model has no norms, the identity.
#pragma once

#include "sextant/layers/parameter.h"
#include "sextant/nn/dimensions.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Norm {
 public:
  Norm() = default;
  Norm(Parameters& parameters, const std::string& name, const Dimensions& dimensions, double epsilon);

  void reserve(Index rows, Index width) {
    saved_normalised_.reserve(rows, width);
    saved_inverse_.reserve(rows, 1);
  }
  /// y = norm(a + bias + residual); bias and residual may be absent. Where `sum` has memory it gets the sum.
  void forward(View<const real> a, const real* bias, View<const real> residual, View<real> sum, View<real> y);
  /// dx = or += d loss / d (a + bias + residual)
  void backward(View<const real> dy, View<real> dx, Write write);

 private:
  NormKind kind_ = NormKind::layer;
  real epsilon_ = 0;
  Parameter* gain_ = nullptr;   // nullptr: no norm
  Parameter* shift_ = nullptr;  // layer norm only
  Tensor saved_normalised_;     // (rows, width)
  Tensor saved_inverse_;        // (rows, 1)
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
