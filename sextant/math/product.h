// The matrix product, all of a transformer's arithmetic but a few percent. Float goes to oneDNN (small products to our
// own loops), one thread per caller (a threaded product would tie bits to the machine); double, for proof, goes to
// Eigen.
#pragma once

#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

enum class Write { replace, add };

/// c (m, n) = or += alpha * a (m, k) * b (k, n)
void multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha = 1);
/// c (m, n) = or += alpha * a (m, k) * b^T, b (n, k)
void multiply_transposed(View<const real> a, View<const real> b, View<real> c, Write write, real alpha = 1);
/// c (m, n) = or += alpha * a^T * b, a (k, m), b (k, n)
void transposed_multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha = 1);

/// Floating-point operations of all products of this thread so far (2 m n k each).
std::uint64_t product_operations();

}  // namespace sextant::math::inline SEXTANT_PRECISION
