#include "sextant/foreign/rope.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant::foreign {
namespace {

/// The pair that makes `turns` full turns over the original length (YaRN, Peng et al. 2023, arXiv 2309.00071).
double pair_of_turns(const Rope& rope, double turns) {
  return static_cast<double>(rope.width) * std::log(rope.original_length / (turns * 2 * M_PI)) /
         (2 * std::log(rope.base));
}

/// Fast pairs stay, slow ones are divided by the factor, between them a ramp.
void scale_by_yarn(const Rope& rope, std::vector<double>& frequencies) {
  double low = pair_of_turns(rope, rope.beta_fast), high = pair_of_turns(rope, rope.beta_slow);
  if (rope.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(rope.width - 1));
  if (low == high) high += 0.001;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double slow = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
    frequencies[i] = frequencies[i] / rope.factor * slow + frequencies[i] * (1 - slow);
  }
}

/// Llama 3.1: the same with the ramp over wavelengths.
void scale_as_llama3(const Rope& rope, std::vector<double>& frequencies) {
  for (double& frequency : frequencies) {
    const double turns = rope.original_length * frequency / (2 * M_PI);
    const double fast = std::clamp(
        (turns - rope.low_frequency_factor) / (rope.high_frequency_factor - rope.low_frequency_factor), 0.0, 1.0);
    frequency = frequency / rope.factor * (1 - fast) + frequency * fast;
  }
}

void divide_by(const std::vector<double>& factors, std::vector<double>& frequencies) {
  require(factors.size() == frequencies.size(), "longrope: {} factors for {} pairs", factors.size(),
          frequencies.size());
  for (std::size_t i = 0; i < factors.size(); ++i) frequencies[i] /= factors[i];
}

}  // namespace

std::vector<double> rope_frequencies(const Rope& rope, Index length) {
  const auto width = static_cast<double>(rope.width);
  double base = rope.base;
  if (rope.scaling == "dynamic") {  // NTK-aware: the base grows with the length
    const double grown = std::max(static_cast<double>(length), rope.longest) / rope.longest;
    base *= std::pow(rope.factor * grown - (rope.factor - 1), width / (width - 2));
  }
  std::vector<double> frequencies;
  for (Index i = 0; 2 * i < rope.width; ++i) frequencies.push_back(std::pow(base, -static_cast<double>(2 * i) / width));
  if (rope.scaling == "linear")
    for (double& frequency : frequencies) frequency /= rope.factor;
  if (rope.scaling == "yarn") scale_by_yarn(rope, frequencies);
  if (rope.scaling == "llama3") scale_as_llama3(rope, frequencies);
  if (rope.scaling == "longrope")
    divide_by(static_cast<double>(length) > rope.original_length ? rope.long_factors : rope.short_factors, frequencies);
  for (double& frequency : frequencies) frequency = static_cast<double>(static_cast<float>(frequency));
  return frequencies;
}

double rope_magnitude(const Rope& rope) {
  if (rope.attention_factor > 0) return rope.attention_factor;
  if (rope.factor <= 1) return 1;
  const auto yarn = [&](double weight) { return 0.1 * weight * std::log(rope.factor) + 1; };
  if (rope.scaling == "yarn" && rope.magnitude > 0 && rope.magnitude_all > 0)
    return yarn(rope.magnitude) / yarn(rope.magnitude_all);
  if (rope.scaling == "yarn") return yarn(1);
  if (rope.scaling == "longrope") return std::sqrt(1 + std::log(rope.factor) / std::log(rope.original_length));
  return 1;
}

}  // namespace sextant::foreign
