#include "sextant/lab/cost/run_probe.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <fstream>
#include <limits>
#include <thread>

#include "sextant/lab/assembly.h"

namespace sextant::lab {
namespace {

constexpr Index least_steps = 3, most_steps = 2000;
constexpr double seconds_of_evaluation = 0.3;  // of a split
constexpr double most_evaluated_batches = 20;

/// A task whose held-out splits have their first rows alone, so that a probe does not evaluate for minutes.
class ShortTask final : public Task {
 public:
  explicit ShortTask(std::unique_ptr<Task> whole) : whole_(std::move(whole)) {}
  void shorten(Index rows) { most_ = rows; }

  TaskShape shape() const override { return whole_->shape(); }
  std::vector<std::string> splits() const override { return whole_->splits(); }
  Index size(const std::string& split) const override {
    const Index rows = whole_->size(split);
    return split == "train" ? rows : std::min(rows, most_);
  }
  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    whole_->fill_training(batch, samples, seed, step);
  }
  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    whole_->fill(batch, split, first, count);
  }
  Arrangement true_positions() const override { return whole_->true_positions(); }

  const Task& whole() const { return *whole_; }

 private:
  std::unique_ptr<Task> whole_;
  Index most_ = std::numeric_limits<Index>::max();
};

double clock_seconds(clockid_t clock) {
  struct timespec now {};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of a run's own thread, or, where it has several, by the clock.
class ProbeClock {
 public:
  explicit ProbeClock(Index threads) : clock_(threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID) {}
  double now() const { return clock_seconds(clock_); }

 private:
  clockid_t clock_;
};

double time_steps(Session& session, const ProbeClock& clock, double seconds) {
  session.make_step();  // lays out its memory
  const double start = clock.now(), wall_start = clock_seconds(CLOCK_MONOTONIC);
  Index made = 0;
  for (; made < least_steps || (made < most_steps && clock_seconds(CLOCK_MONOTONIC) - wall_start < seconds); ++made)
    session.make_step();
  return (clock.now() - start) / static_cast<double>(made);
}

/// All splits, each by its first rows where it has many.
double time_evaluation(ShortTask& task, Session& session, const ProbeClock& clock, Index batch, double step_seconds) {
  const double forward_seconds = step_seconds / 3;  // backward costs twice forward
  const Index most =
      batch * static_cast<Index>(std::clamp(seconds_of_evaluation / forward_seconds, 1.0, most_evaluated_batches));
  task.shorten(most);
  double seconds = 0;
  for (const auto& split : task.splits()) {
    const Index rows = task.whole().size(split);
    if (rows == 0) continue;
    session.evaluate(split);  // takes its memory
    const double start = clock.now();
    session.evaluate(split);
    seconds += (clock.now() - start) * static_cast<double>(rows) / static_cast<double>(std::min(rows, most));
  }
  return seconds;
}

/// Bytes that are resident now, after what was freed went back to the system (the C library keeps it otherwise).
std::size_t resident_memory() {
  ::malloc_trim(0);
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key;)
    if (std::size_t kilobytes = 0; key == "VmRSS:" && status >> kilobytes) return kilobytes * 1024;
  return 0;
}

/// Growth of the resident memory; it may shrink beside what others of this process give back.
double bytes_since(std::size_t before) {
  const std::size_t now = resident_memory();
  return now > before ? static_cast<double>(now - before) : 0;
}

}  // namespace

RunProbe probe_run(const Configuration& configuration, const ProbeEffort& effort) {
  const auto& c = configuration;
  const ProbeClock clock(c.train.threads);
  RunProbe probe;
  const std::size_t empty = resident_memory();
  double start = clock.now();
  ShortTask task(task_family().find(c.task.kind).make(*c.task.own, c.seed()));
  probe.setup_seconds = clock.now() - start;
  probe.task_bytes = bytes_since(empty);
  const std::size_t with_task = resident_memory();
  start = clock.now();
  const auto session = engine(c.general.precision).make_session(task, session_parts(c, task));
  session->initialise();
  probe.setup_seconds += clock.now() - start;
  probe.step_seconds = time_steps(*session, clock, effort.seconds);
  probe.session_bytes = bytes_since(with_task);
  if (effort.evaluate)
    probe.evaluation_seconds = time_evaluation(task, *session, clock, c.train.batch, probe.step_seconds);
  return probe;
}

double probe_beside_others(const Configuration& configuration, Index at_once, const ProbeEffort& effort) {
  const auto count = static_cast<std::size_t>(at_once);
  std::vector<double> seconds(count);
  std::vector<std::exception_ptr> faults(count);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      try {
        seconds[i] = probe_run(configuration, {effort.seconds, false}).step_seconds;
      } catch (...) {
        faults[i] = std::current_exception();
      }
    });
  for (auto& thread : threads) thread.join();
  for (const auto& fault : faults)
    if (fault) std::rethrow_exception(fault);
  double sum = 0;
  for (const double one : seconds) sum += one;
  return sum / static_cast<double>(count);
}

Index count_evaluations(const TrainOptions& options, Index steps) {
  const Index every = options.evaluate_every;
  const Index regular = every > 0 ? steps / every + 1 : 0;  // at step 0 too
  const bool at_end = options.evaluate_at_end && (every <= 0 || steps % every != 0);
  return regular + (at_end ? 1 : 0);
}

}  // namespace sextant::lab
