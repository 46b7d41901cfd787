// The farm of one seed: runs to be trained, processes on several hosts that train them, and what went on. Checks as it
// goes that no two processes train a run at once, that nothing half-written is taken for a result, and that whoever
// says that all is done is right.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "disk.h"
#include "sextant/lab/directory_lock.h"
#include "sextant/lab/sweep/mailbox.h"
#include "sextant/lab/sweep/scheduler.h"
#include "sextant/results/run_index.h"

namespace farm {

using namespace sextant;
using namespace sextant::core;
using results::SweepJob;

struct Faults {
  double run_fails = 0;    // probability per run
  double store_fails = 0;  // per transaction: busy, or no space
  double letter_comes_twice = 0;
};

/// A process of the farm with what it has in hand.
struct Member {
  Process process;
  std::stop_source stop;
  std::set<std::string> claims;  // directories that it trains in
  bool ended = false;
};

struct Farm {
  std::vector<std::string> runs;  // names
  Index steps = 3;
  Faults faults;
  std::list<Member> members;
  std::map<std::string, std::string> rows;  // of the store: name -> content
  std::map<std::string, Index> results;     // how often each was written
  Index kills = 0, freezes = 0, losses = 0, takeovers = 0;
};

Farm& farm();
/// A farm for a seed, with everything that will go wrong in it. Returns once all has ended.
void live(std::uint64_t seed);

Member& add_member(int host);
Member& member_of(const Process& process);
/// Ends a process without a word; what it had in hand stays as it is.
void kill(Member& member);

std::string directory_of(const std::string& run);
std::string result_text(const std::string& run);

/// One sweep over all runs: threads of one process, or ranks on these hosts.
void start_local(int host, Index at_once);
void start_ranks(const std::vector<int>& hosts);

const lab::Runner& runner();
results::RunIndex& store();
/// Letters between processes: late, and now and then twice.
std::vector<std::unique_ptr<lab::Mailbox>> make_mailboxes(std::size_t count);

}  // namespace farm
