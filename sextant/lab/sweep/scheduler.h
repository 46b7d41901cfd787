// The loop of a sweep: hands out jobs, hears how they end, tries a failed one once more, waits for runs that another
// process is making, and sees that every finished run gets its row.
#pragma once

#include <deque>

#include "sextant/lab/sweep/crew.h"
#include "sextant/lab/sweep/sweep_reporter.h"
#include "sextant/results/recorder.h"

namespace sextant::lab {

/// Where jobs come from: a list, or somebody who decides by what has come out so far.
class JobSource {
 public:
  virtual ~JobSource() = default;
  /// The next job, or nothing for now.
  virtual std::optional<SweepJob> next() = 0;
  /// A job came to its end (done, diverged, or failed for good).
  virtual void on_end(const SweepJob&, const RunOutcome&) {}
  /// Jobs still to come, as far as is known.
  virtual Index left() const = 0;
  /// Of a question that decides how many jobs there are: what is open, in a sentence, whenever that has changed.
  virtual std::optional<std::string> take_news() { return std::nullopt; }
  /// How many jobs it will still take, as it looks now; nothing: all that there are.
  virtual std::optional<Index> expected() const { return std::nullopt; }
};

class JobList final : public JobSource {
 public:
  explicit JobList(const std::vector<SweepJob>& jobs) : jobs_(jobs.begin(), jobs.end()) {}
  std::optional<SweepJob> next() override;
  Index left() const override { return static_cast<Index>(jobs_.size()); }

 private:
  std::deque<SweepJob> jobs_;
};

struct SweepTally {
  Index done = 0;  // of this request, trained now or meanwhile by somebody else
  Index diverged = 0;
  Index failed = 0;  // twice
  Index left = 0;    // not made, because the sweep was stopped
  Index made = 0;    // of those that are done or diverged, by this sweep
  std::string store_fault;
};

/// Returns when every job has ended, or after reporter.wants_stop() when the jobs at hand have stopped.
SweepTally run_jobs(JobSource& source, Crew& crew, Recorder& recorder, const std::string& runs_directory,
                    SweepReporter& reporter);

}  // namespace sextant::lab
