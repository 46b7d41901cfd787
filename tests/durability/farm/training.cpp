// A run as lab::Run makes it, without the arithmetic: the lock of its directory, checkpoints, and a result, each
// written atomically and only as long as the lock is held. And the store that the runs are entered in.
#include <sys/stat.h>

#include <sstream>

#include "disk_state.h"
#include "farm.h"
#include "sextant/core/files.h"
#include "sextant/core/printable.h"

namespace farm {
namespace {

/// Who was suspended for a minute may have lost its lock; it finds out before it writes again.
bool has_lock(const Member& member, const std::string& directory) {
  if (!disk_faults.shared) return true;  // flock goes with the process
  std::string host, boot, space, pid, start;
  std::istringstream(content_of(directory + "/.lock")) >> host >> boot >> space >> pid >> start;
  const Process& own = member.process;
  return host == "host" + std::to_string(own.host) && pid == std::to_string(own.pid) &&
         start == std::to_string(own.born);
}

/// Counts as training from its lock to its end, and touches the lock as core::Heartbeat does.
class Claim {
 public:
  /// `began`: when it set out to take the lock.
  Claim(const std::string& directory, Member& owner, Time began) : directory_(directory), owner_(owner) {
    if (owner.process.dead) return;  // its fiber only unwinds
    const bool is_owner = has_lock(owner, directory);
    for (const auto& other : farm().members) {
      if (&other == &owner || other.process.dead || !other.claims.contains(directory)) continue;
      ++farm().takeovers;
      if (is_owner && touches()[{&other, directory}].silence(began) <= 60 * second)
        throw Violation(directory + ": trained by two processes at once, " + name_of(other) + " and " + name_of(owner));
    }
    owner_.claims.insert(directory_);
    // From the time that others see: the file was made before the lock was had.
    const Time made = touched(directory + "/.lock");
    const Time first = !is_owner ? 0 : made > 0 ? made : now();
    touches()[{&owner_, directory_}] = {first, first};
  }
  ~Claim() {
    owner_.claims.erase(directory_);
    touches().erase({&owner_, directory_});
  }

  struct Touches {
    Time last = 0, before = 0;
    void add(Time time) { before = std::exchange(last, time); }
    /// The longest since a time: who wakes while its lock is being taken finds out before it writes.
    Time silence(Time since) const { return std::max(now() - last, last > since ? last - before : 0); }
  };
  static std::map<std::pair<const Member*, std::string>, Touches>& touches() {
    static std::map<std::pair<const Member*, std::string>, Touches> times;
    return times;
  }

 private:
  static std::string name_of(const Member& member) {
    return std::to_string(member.process.pid) + " on host " + std::to_string(member.process.host);
  }

  std::string directory_;
  Member& owner_;
};

class FarmRunner final : public lab::Runner {
 public:
  Tree resolve(const Tree& configuration) const override { return configuration; }
  Tree identity(const Tree& configuration) const override { return configuration; }
  std::string name(const std::string& stem, const Tree&) const override { return stem; }
  std::string code(const Tree&) const override { return "code"; }
  lab::RunCost cost(const Tree&) const override { return {.steps = farm().steps, .flops_per_step = 1}; }
  lab::RunProbe probe(const Tree&) const override { return {.step_seconds = 1}; }

  lab::RunOutcome run(const std::string& directory, const Tree&, lab::RunListener& listener) const override {
    lab::RunOutcome outcome;
    try {
      go(directory, listener, outcome);
    } catch (const lab::BusyDirectory&) {
      outcome.status = "busy";
    } catch (const Violation&) {
      throw;
    } catch (const std::exception& error) {
      outcome.status = "failed";
      outcome.fault = reason_of(error);
    }
    return outcome;
  }

 private:
  static std::unique_ptr<lab::DirectoryLock> lock(const std::string& directory) {
    allow_threads(false);  // touching is simulated (Claim): the real Heartbeat is one per real process
    try {
      auto held = std::make_unique<lab::DirectoryLock>(directory);
      allow_threads(true);
      return held;
    } catch (...) {
      allow_threads(true);
      throw;
    }
  }

  static void go(const std::string& directory, lab::RunListener& listener, lab::RunOutcome& outcome) {
    const std::string run = directory.substr(directory.rfind('/') + 1);
    const std::string progress = directory + "/progress", result = directory + "/result";
    make_directory(directory);
    const Time began = now();
    const auto held = lock(directory);
    const Claim claim(directory, member_of(process()), began);
    outcome.from_disk = file_exists(result);
    outcome.status = "done";
    if (outcome.from_disk) {
      if (const std::string text = read_file(result); !process().dead && text != result_text(run))
        throw Violation(result + " is half-written: " + text);
      return;
    }
    if (happens(farm().faults.run_fails)) throw std::runtime_error("something broke");
    Index step = file_exists(progress) ? std::stol(read_file(progress)) : 0;
    while (step < farm().steps) {
      sleep_until(now() + between(50 * millisecond, 3 * second));
      if (process().dead || listener.wants_stop(step)) {
        outcome.status = "interrupted";
        return;
      }
      listener.on_news({++step, farm().steps, 0, {}});
      held->require_held();
      write_file_atomically(progress, std::to_string(step));
    }
    listener.on_trained();
    held->require_held();
    write_file_atomically(result, result_text(run));
    if (!process().dead) ++farm().results[run];
  }
};

/// All rows of a call or none. It knows only what is on the disk.
class FarmStore final : public results::RunIndex {
 public:
  std::vector<results::Fault> record(const std::vector<std::string>& directories) override {
    pause();
    if (happens(farm().faults.store_fails))
      throw std::runtime_error(happens(0.5) ? "database is locked" : "database or disk is full");
    std::map<std::string, std::string> rows;
    for (const auto& directory : directories)
      if (const std::string text = content_of(directory + "/result"); !text.empty())
        rows[directory.substr(directory.rfind('/') + 1)] = text;
    pause();
    if (happens(farm().faults.store_fails)) throw std::runtime_error("disk I/O error");
    if (process().dead) return {};
    for (const auto& [run, text] : rows) {
      if (text != result_text(run)) throw Violation("the store has half a result of " + run);
      farm().rows[run] = text;
    }
    return {};
  }
};

}  // namespace

const lab::Runner& runner() {
  static const FarmRunner only;
  return only;
}

results::RunIndex& store() {
  static FarmStore only;
  return only;
}

void touch_claims(const Member& member) {
  const auto claims = member.claims;  // they may change with every call
  for (const auto& directory : claims)
    if (::utimensat(0, (directory + "/.lock").c_str(), nullptr, 0) == 0 && member.claims.contains(directory) &&
        has_lock(member, directory))
      Claim::touches()[{&member, directory}].add(now());
}

void forget_claims() { Claim::touches().clear(); }

}  // namespace farm
