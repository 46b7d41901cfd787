// Every way to the end of a run, compared byte for byte: checkpoint (weights and optimiser), metrics and positions.
#include "sextant/lab/verify_resume.h"

#include <functional>
#include <set>
#include <thread>

#include "sextant/core/files.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/core/threads.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/killed_run.h"
#include "sextant/lab/run.h"
#include "sextant/lab/scratch_directory.h"
#include "sextant/results/run_record.h"

namespace sextant::lab {
namespace {

class StopAt final : public RunListener {
 public:
  explicit StopAt(Index step) : step_(step) {}
  bool wants_stop(Index step) override { return step == step_; }

 private:
  Index step_;
};

class StopOnWish final : public RunListener {
 public:
  bool wants_stop(Index) override { return StopScope::wants_stop(); }
};

Ending run_to_end(const Configuration& configuration, const std::string& directory) {
  StopOnWish watcher;
  Run({configuration, directory}).go(watcher);
  look_for_stop();
  return read_ending(directory);
}

/// Short enough to be run a dozen times, with rows, evaluations and checkpoints on the way.
Configuration shorten(const Configuration& original, Index steps) {
  Configuration result = original;
  TrainOptions& train = result.train;
  const Index whole = Assembly(original).session().steps();
  train.epochs = 0;
  train.steps = std::min(whole, steps);
  train.record_every = 1;
  train.evaluate_every = std::max<Index>(1, train.steps / 4);
  train.checkpoint_every = 0;
  return result;
}

/// Some different steps inside the run, ascending.
std::set<Index> draw_stops(const Configuration& configuration) {
  std::set<Index> stops;
  const Random random(configuration.seed(), Stream::analysis);
  for (std::uint64_t i = 0; i < 4; ++i)
    stops.insert(static_cast<Index>(random.below(i, static_cast<std::uint64_t>(configuration.train.steps))));
  return stops;
}

class ResumeVerifier {
 public:
  ResumeVerifier(const Configuration& configuration, const VerifyResumeOptions& options, VerificationNotes& notes)
      : options_(options), notes_(notes), configuration_(shorten(configuration, options.steps)) {}

  void verify() {
    straight_ = run_to_end(configuration_, directory("straight"));
    report("uninterrupted, twice", fmt::format("{} steps", configuration_.train.steps),
           run_to_end(configuration_, directory("again")));
    if (notes_.goes_on()) verify_stops();
    if (notes_.goes_on() && !options_.program.empty()) verify_kills();
    if (notes_.goes_on()) verify_threads();
    if (notes_.goes_on()) verify_company();
  }

 private:
  std::string directory(const std::string& name) { return scratch_.path() + "/" + name; }

  void report(const std::string& check, const std::string& detail, const Ending& ending) {
    const std::string difference = describe_difference(straight_, ending);
    note({check, detail + ": " + (difference.empty() ? "same bytes" : difference), difference.empty()});
  }
  void note(const VerificationRow& row) { notes_.note(row); }

  void verify_stops() {
    const auto stops = draw_stops(configuration_);
    for (const Index stop : stops) {
      const std::string place = directory(fmt::format("stop-{}", stop));
      StopAt watcher(stop);
      Run({configuration_, place}).go(watcher);
      report("stopped and resumed", fmt::format("at step {}", stop), run_to_end(configuration_, place));
    }
    for (const Index stop : stops) {
      StopAt watcher(stop);
      Run({configuration_, directory("stops")}).go(watcher);
    }
    report("stopped and resumed", fmt::format("at all {} of these", stops.size()),
           run_to_end(configuration_, directory("stops")));
  }

  void verify_kills() {
    Configuration saving = configuration_;
    saving.train.checkpoint_every = std::max<Index>(1, configuration_.train.steps / 9);
    write_file_atomically(directory("job.toml"), write_toml(saving.write()));
    const KilledRun killed =
        run_with_kills({options_.program, "train", directory("job.toml"), "--out", directory("killed"), "--quiet"},
                       Random(configuration_.seed(), Stream::analysis, 1), directory("killed"));
    if (killed.kills == 0)
      note({"killed and restarted", "every attempt finished before it could be killed; increase --steps", false});
    else
      report("killed and restarted", fmt::format("SIGKILL {} times", killed.kills), read_ending(directory("killed")));
  }

  void verify_threads() {
    for (const Index threads : {1, 2}) {
      if (threads > configuration_.train.gradient_shards) {
        note({"threads", "train.gradient_shards = 1: a single gradient shard allows one thread only", true});
        return;
      }
      Configuration other = configuration_;
      other.train.threads = threads;
      report("threads", fmt::format("{} threads for {} gradient shards", threads, other.train.gradient_shards),
             run_to_end(other, directory(fmt::format("threads-{}", threads))));
    }
  }

  void verify_company() {
    std::vector<std::exception_ptr> thrown(2);
    std::vector<std::function<void()>> jobs;
    std::vector<std::thread> others;
    for (std::size_t i = 0; i < thrown.size(); ++i) {
      Configuration other = configuration_;
      other.general.seed += static_cast<Index>(i) + 1;
      jobs.push_back([this, other, i, &thrown, stop = StopScope::current()] {
        const StopScope scope(stop);
        try {
          run_to_end(other, directory(fmt::format("other-{}", i)));
        } catch (...) {
          thrown[i] = std::current_exception();
        }
      });
    }
    std::exception_ptr own;
    Ending ending;
    others.reserve(jobs.size());
    try {
      for (const auto& job : jobs) others.push_back(start_thread(job));
      ending = run_to_end(configuration_, directory("beside"));
    } catch (...) {
      own = std::current_exception();
    }
    for (auto& other : others) other.join();
    if (own) std::rethrow_exception(own);
    for (const auto& other : thrown)
      if (other) std::rethrow_exception(other);
    report("concurrent runs", "alongside two other runs in one process", ending);
  }

  const VerifyResumeOptions& options_;
  VerificationNotes& notes_;
  Configuration configuration_;
  ScratchDirectory scratch_;
  Ending straight_;
};

}  // namespace

void VerifyResumeOptions::visit(OptionVisitor& option) {
  option("configuration", configuration, "the run to prove it for: sections and keys as in a TOML file");
  option("steps", steps, "at most this many steps of it; a shorter run is taken whole");
  option("program", program, "trains when called with: train CONFIG --out DIRECTORY --quiet; empty: nothing is killed");
}

Verification verify_resume(const VerifyResumeOptions& options, Events& events, std::stop_token stop) {
  require(options.steps > 0, "--steps: expected 1 or more, not {}", options.steps);
  const Configuration configuration = Configuration::read(options.configuration);
  require(Assembly(configuration).session().steps() > 0, "verify resume: the run has no steps; set train.steps");
  VerificationNotes notes(events, stop);
  try {
    notes.run([&] { ResumeVerifier(configuration, options, notes).verify(); });
  } catch (const Error& error) {
    throw BrokenRun(error.what());
  }
  return notes.result();
}

}  // namespace sextant::lab
