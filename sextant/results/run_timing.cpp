// Two clocks, and sums over the starts of a run.
#include "sextant/results/run_timing.h"

#include <ctime>

#include "sextant/core/json_text.h"

namespace sextant::results {
namespace {

double processor_seconds() {
  struct timespec now {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

RunTiming::RunTiming() : start_(std::chrono::steady_clock::now()), processor_start_(processor_seconds()) {}

Tree RunTiming::write(const std::string& before, Index steps, Index batch) const {
  Tree earlier = parse_json_or_null(before);
  if (!earlier.is_object()) earlier = Tree::object();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  const double seconds = earlier.value("seconds", 0.0) + passed.count();
  const double processor = earlier.value("processor_seconds", 0.0) + processor_seconds() - processor_start_;
  steps += earlier.value("steps", Index(0));
  const double rate = seconds > 0 ? static_cast<double>(steps * batch) / seconds : 0;
  return {{"seconds", seconds}, {"processor_seconds", processor}, {"steps", steps}, {"samples_per_second", rate}};
}

}  // namespace sextant::results
