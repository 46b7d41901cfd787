// Forward passes of a checkpoint on request, for compare_foreign.py. Each line on stdin is "PASSES"; the answer is a
// line of JSON with the seconds they took, by the clock and of the processors.
//
// Usage: foreign_speed WEIGHTS BATCH LENGTH THREADS states|last
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "peak.h"
#include "sextant/lab/foreign/checkpoint.h"

namespace {

using namespace sextant::test;
namespace foreign = sextant::foreign;

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// GFLOP per second of processor time of one core at its best: neighbours on the machine only make it slower.
double best_peak() {
  double best = 0;
  for (int i = 0; i < 20; ++i) {
    const double start = processor_seconds();
    const double operations = sample_peak().operations;
    best = std::max(best, operations / (processor_seconds() - start) / 1e9);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const Checkpoint checkpoint(argv[1], {});
  const auto network = checkpoint.make("float", true);
  std::vector<foreign::Sample> samples(static_cast<std::size_t>(std::atoi(argv[2])));
  int next = 0;
  for (auto& sample : samples)
    for (int t = 0; t < std::atoi(argv[3]); ++t)
      sample.tokens.push_back(3 + static_cast<int>((next++ * 7919L) % (checkpoint.shape().vocabulary - 3)));
  const bool last = std::string(argv[5]) == "last";
  const foreign::RunRequest request{.answer = last ? foreign::Answer::last : foreign::Answer::nothing,
                                    .threads = std::atoi(argv[4])};
  network->run(samples, request);
  std::cout << "{\"peak\": " << best_peak() << "}" << std::endl;
  for (int passes = 0; std::cin >> passes;) {
    const auto start = std::chrono::steady_clock::now();
    const double processor = processor_seconds();
    for (int pass = 0; pass < passes; ++pass) network->run(samples, request);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << "{\"seconds\": " << seconds.count() << ", \"processor\": " << processor_seconds() - processor << "}"
              << std::endl;
  }
}
