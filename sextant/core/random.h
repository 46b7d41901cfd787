// Counter-based random numbers (Philox4x32-10; Salmon et al. 2011, through Random123). A number is a
// function of (seed, stream, step, part, index) and of nothing else: no state to save, no order to keep.
#pragma once

#include <array>
#include <span>

#include "sextant/core/index.h"

namespace sextant::core {

/// What the numbers are for; each has its own stream, so changing one never shifts another.
enum class Stream : std::uint32_t { data = 1, initialisation, order, masking, dropout, evaluation, analysis };

class Random {
 public:
  /// `part` tells apart users of the same stream and step (a tensor, a layer, a sample).
  Random(std::uint64_t seed, Stream stream, std::uint64_t step = 0, std::uint32_t part = 0);

  /// Four random words; block b of this source.
  std::array<std::uint32_t, 4> words(std::uint32_t block) const;

  /// Number `index` of this source, uniform in [0, 1), with 53 bits.
  double uniform(std::uint64_t index) const;
  /// Number `index`, standard normal (Box-Muller).
  double normal(std::uint64_t index) const;
  /// Number `index`, uniform in 0..bound-1, without bias worth naming (64-bit multiply-shift).
  std::uint64_t below(std::uint64_t index, std::uint64_t bound) const;

  /// A uniformly random order of 0..n-1 (Fisher-Yates), into memory of the caller.
  void permutation(std::span<std::int32_t> order) const;

 private:
  std::uint64_t seed_;
  std::uint32_t stream_;
  std::uint32_t step_;
  std::uint32_t part_;
};

}  // namespace sextant::core
