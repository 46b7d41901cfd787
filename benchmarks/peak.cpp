#include "peak.h"

#include <hwy/highway.h>

#include <chrono>

namespace sextant::test {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Twelve chains: enough to hide the latency of a fused multiply-add on two ports, few enough for 16 registers.
float multiply_add_chains(long rounds) {
  const hn::ScalableTag<float> d;
  using Vector = hn::Vec<decltype(d)>;
  const Vector factor = hn::Set(d, 0.9999F);
  const Vector term = hn::Set(d, 1e-4F);
  Vector chains[12];
  for (Vector& chain : chains) chain = hn::Set(d, 1.0F);
  for (long round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (Vector& chain : chains) chain = hn::MulAdd(chain, factor, term);
  }
  Vector total = hn::Zero(d);
  for (const Vector& chain : chains) total = hn::Add(total, chain);
  return hn::GetLane(total);
}

}  // namespace

PeakSample sample_peak() {
  using Clock = std::chrono::steady_clock;
  const long rounds = 4'000'000;
  const auto start = Clock::now();
  volatile const float sink = multiply_add_chains(rounds);
  static_cast<void>(sink);
  return {static_cast<double>(rounds) * 12 * 2 * static_cast<double>(HWY_LANES(float)),
          std::chrono::duration<double>(Clock::now() - start).count()};
}

}  // namespace sextant::test
