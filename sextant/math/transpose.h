// Rows into columns, eight by eight in registers: neighbours are interleaved, then pairs of them, then halves.
#pragma once

#include "sextant/math/real.h"
#include "sextant/math/vector_math.h"

#if !SEXTANT_DOUBLE

namespace sextant::math::inline SEXTANT_PRECISION {

/// to (8, 8) = from^T; what lies beyond `rows` and `columns` of `from` is not read and counts as zero.
inline void transpose_square(const float* from, Index from_row, Index rows, Index columns, float* to, Index to_row) {
  const hn::FixedTag<float, 8> d;
  const hn::Repartition<double, decltype(d)> pairs;
  const auto mask = hn::FirstN(d, static_cast<std::size_t>(columns));
  hn::Vec<decltype(d)> row[8], two[8], four[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) row[i] = i < rows ? hn::MaskedLoad(mask, d, from + i * from_row) : hn::Zero(d);
#pragma GCC unroll 4
  for (int i = 0; i < 8; i += 2) {
    two[i] = hn::InterleaveLower(d, row[i], row[i + 1]);
    two[i + 1] = hn::InterleaveUpper(d, row[i], row[i + 1]);
  }
#pragma GCC unroll 4
  for (const int i : {0, 1, 4, 5}) {
    const auto upper = hn::BitCast(pairs, two[i]);
    const auto lower = hn::BitCast(pairs, two[i + 2]);
    four[2 * i - (i & 4)] = hn::BitCast(d, hn::InterleaveLower(pairs, upper, lower));
    four[2 * i - (i & 4) + 1] = hn::BitCast(d, hn::InterleaveUpper(pairs, upper, lower));
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    hn::StoreU(hn::ConcatLowerLower(d, four[i + 4], four[i]), d, to + i * to_row);
    hn::StoreU(hn::ConcatUpperUpper(d, four[i + 4], four[i]), d, to + (i + 4) * to_row);
  }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION

#endif
