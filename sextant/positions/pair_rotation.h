// The kernel that every rotary encoding shares: pairs of columns of one head, each rotated by an angle of its own.
#pragma once

#include "sextant/math/real.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

/// Which columns form a pair: 2i and 2i + 1 (RoFormer), or i and i + pairs (GPT-NeoX, Llama).
enum class Pairing { interleaved, half };

/// x (2 pairs) is rotated by the angles with these cosines and sines; direction -1 rotates back.
inline void rotate_pairs(real* x, const real* cosine, const real* sine, Index pairs, Pairing pairing, real direction) {
  if (pairing == Pairing::interleaved) {
#pragma omp simd
    for (Index i = 0; i < pairs; ++i) {
      const real first = x[2 * i];
      const real second = x[2 * i + 1];
      const real turn = direction * sine[i];
      x[2 * i] = first * cosine[i] - second * turn;
      x[2 * i + 1] = first * turn + second * cosine[i];
    }
    return;
  }
#pragma omp simd
  for (Index i = 0; i < pairs; ++i) {
    const real first = x[i];
    const real second = x[i + pairs];
    const real turn = direction * sine[i];
    x[i] = first * cosine[i] - second * turn;
    x[i + pairs] = first * turn + second * cosine[i];
  }
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
