#include "sextant/lab/experiment/analyse_runs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

#include "sextant/core/printable.h"
#include "sextant/core/stop_scope.h"
#include "sextant/core/threads.h"
#include "sextant/lab/experiment/findings_files.h"
#include "sextant/lab/guarded_events.h"

namespace sextant::lab {
namespace {

struct RunWork {
  MeasuredRun run;
  std::vector<Measurement> wanted;
};

std::vector<Measurement> all_measurements(const std::vector<AnalysisOrder>& orders) {
  std::vector<Measurement> result;
  for (const auto& order : orders) {
    if (order.untrained) result.push_back({order, false});
    result.push_back({order, true});
  }
  return result;
}

std::vector<MeasuredRun> read_all(const std::vector<std::string>& directories) {
  std::vector<MeasuredRun> runs;
  for (const auto& directory : directories) runs.push_back(make_measured_run(directory));
  return runs;
}

std::vector<RunWork> find_missing(const AnalysisWork& work, const std::vector<MeasuredRun>& references) {
  std::vector<RunWork> result;
  for (const auto& run : read_all(work.runs)) {
    RunWork missing{run, {}};
    for (const auto& one : all_measurements(work.orders))
      if (!has_findings(run.directory, one, findings_origin(run, one, references))) missing.wanted.push_back(one);
    if (!missing.wanted.empty()) result.push_back(std::move(missing));
  }
  return result;
}

class Workers {
 public:
  Workers(const AnalysisWork& work, const std::vector<MeasuredRun>& references, const AnalystMaker& maker,
          std::vector<RunWork> missing)
      : work_(work), references_(references), maker_(maker), missing_(std::move(missing)) {}

  void run(GuardedEvents& events) {
    const auto count =
        std::min<std::size_t>(static_cast<std::size_t>(std::max<Index>(1, work_.threads)), missing_.size());
    std::vector<std::thread> threads;
    threads.reserve(count);
    try {
      for (std::size_t i = 0; i < count; ++i) threads.push_back(start_thread([this] { work_guarded(); }));
      while (idle_ < count) {
        if (events.wants_stop()) stopping_.request_stop();
        tell(events);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    } catch (...) {
      stopping_.request_stop();  // a started thread must be joined before it is destroyed
      for (auto& thread : threads) thread.join();
      throw;
    }
    for (auto& thread : threads) thread.join();
    if (broken_) std::rethrow_exception(broken_);
    tell(events);
  }

  Index done() const { return done_; }
  std::vector<AnalysisFault> faults;

 private:
  void tell(Events& events) const {
    const auto done = static_cast<double>(done_), runs = static_cast<double>(missing_.size());
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    events.on_progress({"analysing", done, runs, "runs",
                        done > 0 ? std::optional(passed.count() * (runs - done) / done) : std::nullopt});
    events.on_tick();
  }

  void work_alone() {
    const StopScope scope(stopping_.get_token());
    std::unique_ptr<Analyst> analyst;
    for (std::size_t i = next_++; i < missing_.size() && !stopping_.stop_requested(); i = next_++) {
      try {
        if (!analyst) analyst = maker_.make(work_.references);
        measure(*analyst, missing_[i]);
      } catch (const Stopped&) {
        return;
      } catch (const std::bad_alloc&) {
        throw;  // no fault of the run: tried again, it may have the memory
      } catch (const std::exception& error) {
        const std::lock_guard lock(mutex_);
        faults.push_back({missing_[i].run.directory, reason_of(error)});
      }
      ++done_;
    }
  }

  void work_guarded() {
    try {
      work_alone();
    } catch (...) {
      // Even the fault could not be noted: the memory is used up.
      const std::lock_guard lock(mutex_);
      broken_ = std::current_exception();
      stopping_.request_stop();
    }
    ++idle_;
  }

  void measure(Analyst& analyst, const RunWork& one) {
    const auto findings = analyst.measure(one.run.directory, one.wanted);
    for (std::size_t i = 0; i < findings.size(); ++i)
      write_findings(one.run.directory, one.wanted[i], findings_origin(one.run, one.wanted[i], references_),
                     findings[i]);
  }

  const AnalysisWork& work_;
  const std::vector<MeasuredRun>& references_;
  const AnalystMaker& maker_;
  std::vector<RunWork> missing_;
  std::atomic<std::size_t> next_ = 0, idle_ = 0;
  std::atomic<Index> done_ = 0;
  std::stop_source stopping_;
  std::mutex mutex_;
  std::exception_ptr broken_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

AnalysisTally analyse_runs(const AnalysisWork& work, const AnalystMaker& maker, Events& sink,
                           const std::stop_token& stop) {
  const auto references = read_all(work.references);
  auto missing = find_missing(work, references);
  AnalysisTally tally;
  const auto count = static_cast<Index>(missing.size());
  tally.kept = static_cast<Index>(work.runs.size()) - count;
  if (count == 0) return tally;
  sink.on_stage("analysing");
  GuardedEvents events(sink, stop);
  Workers workers(work, references, maker, std::move(missing));
  workers.run(events);
  events.rethrow();
  tally.faults = std::move(workers.faults);
  tally.measured = workers.done() - static_cast<Index>(tally.faults.size());
  tally.left = count - workers.done();
  return tally;
}

}  // namespace sextant::lab
