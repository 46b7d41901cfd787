// Softmax over rows, alone (attention) and fused with cross-entropy (readout).
#pragma once

#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

/// The first `visible` numbers of a row become exp(x - max) / sum, the others 0.
void softmax_row(real* row, Index visible, Index columns);

/// The first `visible` numbers of a row become exp(x - max), the others 0; 1 / sum comes back.
real exponential_row(real* row, Index visible, Index columns);

/// p = softmax(s): d_scores = p (d_pattern - sum(p d_pattern)); `d` holds d_pattern and becomes d_scores.
void softmax_backward(View<const real> pattern, View<real> d);
/// The same for exponentials e with p = e / sum: `d` holds d_pattern / sum, and `inner` the sums of e times that.
void softmax_backward(View<const real> exponentials, const real* inner, View<real> d);

/// -log softmax(row)[label] in double; the row becomes its softmax.
double cross_entropy_row(real* row, Index columns, Index label);

}  // namespace sextant::math::inline SEXTANT_PRECISION
