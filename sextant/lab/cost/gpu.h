// A GPU beside this machine, by arithmetic alone: it works on one run at a time and takes, for a step,
//   seconds = overhead + operations / throughput,
// the overhead being what launching its kernels takes however small they are. The throughput is what it sustains.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sextant::lab {

struct GpuSpeed {
  double operations_per_second = 0;
  double overhead_seconds = 0;  // per step

  double step_seconds(double operations) const { return overhead_seconds + operations / operations_per_second; }
};

/// How operations and seconds grow along an axis: proportional to size^exponent.
struct PowerLaw {
  std::string axis;
  double size = 0;  // where both are known
  double operations_exponent = 0;
  double seconds_exponent = 0;
};

/// From which size on the GPU makes more steps per second than the machine.
struct BreakEven {
  std::string axis;
  std::optional<double> size;  // nothing: at none of the sizes looked at
};

struct GpuComparison {
  GpuSpeed gpu = {};
  double gpu_seconds = 0;      // of a step
  double machine_seconds = 0;  // of a step, all cores together: those of a run, divided by the runs at once
  /// What it must sustain to make as many steps per second as the machine; nothing: its overhead alone takes longer.
  std::optional<double> throughput_needed = {};
  std::vector<BreakEven> break_even = {};

  bool gpu_is_faster() const { return gpu_seconds < machine_seconds; }
};

GpuComparison compare_with_gpu(const GpuSpeed& gpu, double operations, double machine_seconds,
                               const std::vector<PowerLaw>& laws);

}  // namespace sextant::lab
