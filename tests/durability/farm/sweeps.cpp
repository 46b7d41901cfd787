// A sweep over all runs as lab::sweep_grid makes it: what has no row yet is entered, the rest is trained by the real
// scheduler with a real crew and the real recorder.
#include "farm.h"
#include "sextant/lab/sweep/local_crew.h"
#include "sextant/lab/sweep/mpi_crew.h"
#include "sextant/lab/sweep/mpi_worker.h"

namespace farm {

void touch_claims(const Member& member);

namespace {

constexpr auto lost_after = std::chrono::seconds(4);

/// Hears everything, and that no run is counted twice.
class Witness final : public Events {
 public:
  void on_run(const RunEvent& event) override {
    if (event.kind != RunEvent::Kind::finished || event.again || event.status == "interrupted") return;
    if (!counted_.insert(event.run).second) throw Violation(event.run + " is counted twice");
  }

 private:
  std::set<std::string> counted_;
};

std::vector<SweepJob> look_up() {
  std::vector<SweepJob> pending;
  std::vector<std::string> unknown;
  for (const auto& run : farm().runs) {
    if (content_of(directory_of(run) + "/result").empty())
      pending.push_back({run, Tree::object(), {}});
    else if (!farm().rows.contains(run))
      unknown.push_back(directory_of(run));
  }
  if (!unknown.empty()) store().record(unknown);
  return pending;
}

void check(const lab::SweepTally& tally, std::size_t jobs) {
  if (process().dead) return;
  if (static_cast<std::size_t>(tally.done + tally.diverged + tally.failed + tally.left) != jobs)
    throw Violation("the counts of a sweep are not those of its runs");
  if (tally.left > 0 || tally.failed > 0 || !tally.store_fault.empty()) return;
  for (const auto& run : farm().runs)
    if (!farm().rows.contains(run)) throw Violation(run + " is lost: the sweep says that all is done");
}

template <class MakeCrew>
void sweep(const std::stop_token& stop, const MakeCrew& make_crew) {
  try {
    const auto pending = look_up();
    lab::JobList jobs(pending);
    Witness witness;
    lab::SweepReporter reporter(witness, stop, {.runs = static_cast<Index>(farm().runs.size())}, {});
    lab::SweepTally tally;
    const std::string runs = "/farm/runs";
    {
      results::Recorder recorder(&store());
      const auto crew = make_crew(runs);
      tally = lab::run_jobs(jobs, *crew, recorder, runs, reporter);
    }
    reporter.rethrow();
    check(tally, pending.size());
  } catch (const Violation&) {
    throw;
  } catch (const std::runtime_error&) {
    // No worker is left, or the store fails at the start: exit code 1, and the same command goes on.
  }
}

/// The thread of core::Heartbeat, and the end of the process.
void start_member(Member& member, std::function<void()> work) {
  start(member.process, [&member, work = std::move(work)] {
    work();
    member.ended = true;
  });
  start(member.process, [&member] {
    while (!member.ended && !member.process.dead) {
      touch_claims(member);
      sleep_until(now() + 10 * second);
    }
  });
}

}  // namespace

void start_local(int host, Index at_once) {
  Member& member = add_member(host);
  start_member(member, [&member, at_once] {
    sweep(member.stop.get_token(),
          [&](const std::string& runs) { return std::make_unique<lab::LocalCrew>(runner(), runs, at_once); });
  });
}

void start_ranks(const std::vector<int>& hosts) {
  auto boxes = make_mailboxes(hosts.size());
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    Member& member = add_member(hosts[rank]);
    std::shared_ptr<lab::Mailbox> box = std::move(boxes[rank]);
    start_member(member, [&member, box = std::move(box), rank]() mutable {
      const auto own = std::exchange(box, nullptr);  // ends with the process
      if (rank == 0)
        return sweep(member.stop.get_token(),
                     [&](const std::string& runs) { return std::make_unique<lab::MpiCrew>(*own, runs, lost_after); });
      try {
        lab::work_for_rank_0(*own, runner(), lost_after, member.stop.get_token());
      } catch (const Error&) {
        // Rank 0 is silent.
      }
    });
  }
}

}  // namespace farm
