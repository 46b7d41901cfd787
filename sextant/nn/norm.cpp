#include "sextant/nn/norm.h"

#include "sextant/math/rows.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Norm::Norm(Parameters& parameters, const std::string& name, const Dimensions& dimensions, double epsilon)
    : kind_(dimensions.norm), epsilon_(static_cast<real>(epsilon)) {
  if (!dimensions.has_norm) return;
  const auto declare = [&](const char* suffix, ParameterKind kind) {
    return &parameters.add({.name = name + suffix,
                            .role = Role::norm,
                            .kind = kind,
                            .rows = 1,
                            .columns = dimensions.width,
                            .fan_in = dimensions.width});
  };
  gain_ = declare(".gain", ParameterKind::gain);
  if (kind_ == NormKind::layer) shift_ = declare(".bias", ParameterKind::bias);
}

void Norm::forward(View<const real> a, const real* bias, View<const real> residual, View<real> sum, View<real> y) {
  if (!gain_) {
    add_residual(a, bias, residual, y);
    if (sum.data) copy_to(y, sum);
    return;
  }
  const View<real> normalised = saved_normalised_.shape(a.rows, a.columns);
  saved_inverse_.shape(a.rows, 1);
  add_and_normalise(kind_, a, bias, residual, sum.data ? sum : normalised, gain_->value.data,
                    shift_ ? shift_->value.data : nullptr, epsilon_, normalised, saved_inverse_.data(), y);
}

void Norm::backward(View<const real> dy, View<real> dx, Write write) {
  if (!gain_) {
    if (write == Write::add)
      add_to(dy, dx);
    else if (dx.data != dy.data)
      copy_to(dy, dx);
    return;
  }
  normalise_backward(kind_, dy, saved_normalised_.view(), saved_inverse_.data(), gain_->value.data,
                     gain_->gradient.data, shift_ ? shift_->gradient.data : nullptr, dx, write);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
