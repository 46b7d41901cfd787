#include "sextant/lab/cost/gpu.h"

#include <cmath>

namespace sextant::lab {
namespace {

constexpr double farthest =
    1024;  // sizes looked at: a 1024th to 1024 times; laws measured over a factor of 2 go no farther

/// Seconds of the machine beyond those of the GPU, at `factor` times the size.
double lead_of_gpu(const GpuComparison& at, double operations, const PowerLaw& law, double factor) {
  return at.machine_seconds * std::pow(factor, law.seconds_exponent) -
         at.gpu.step_seconds(operations * std::pow(factor, law.operations_exponent));
}

std::optional<double> find_break_even(const GpuComparison& at, double operations, const PowerLaw& law) {
  double low = 1 / farthest, high = farthest;
  if (lead_of_gpu(at, operations, law, low) >= 0 || lead_of_gpu(at, operations, law, high) <= 0) return std::nullopt;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    (lead_of_gpu(at, operations, law, middle) > 0 ? high : low) = middle;
  }
  return law.size * high;
}

}  // namespace

GpuComparison compare_with_gpu(const GpuSpeed& gpu, double operations, double machine_seconds,
                               const std::vector<PowerLaw>& laws) {
  GpuComparison result{.gpu = gpu, .gpu_seconds = gpu.step_seconds(operations), .machine_seconds = machine_seconds};
  if (machine_seconds > gpu.overhead_seconds)
    result.throughput_needed = operations / (machine_seconds - gpu.overhead_seconds);
  for (const auto& law : laws) result.break_even.push_back({law.axis, find_break_even(result, operations, law)});
  return result;
}

}  // namespace sextant::lab
