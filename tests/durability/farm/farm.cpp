// What goes wrong, and when: processes are killed and started again elsewhere, suspended, machines boot, the disk is
// full.
#include "farm.h"

#include <fmt/format.h>

namespace farm {

void forget_claims();

namespace {

std::unique_ptr<Farm> only;
Process nature;
int next_pid = 100;

Member* choose_member() {
  std::vector<Member*> alive;
  for (auto& member : farm().members)
    if (!member.ended && !member.process.dead) alive.push_back(&member);
  return alive.empty() ? nullptr : alive[draw(alive.size())];
}

int hosts() { return 3; }
int any_host() { return static_cast<int>(draw(static_cast<std::uint64_t>(hosts()))); }

void start_some_sweep() {
  if (happens(0.5)) return start_local(any_host(), static_cast<Index>(1 + draw(2)));
  std::vector<int> ranks;
  for (std::size_t count = 2 + draw(3); ranks.size() < count;) ranks.push_back(any_host());
  start_ranks(ranks);
}

void do_harm() {
  Member* const member = choose_member();
  if (!member) return start_some_sweep();
  switch (draw(5)) {
    case 0:
    case 1:
      kill(*member);
      if (happens(0.7)) start_some_sweep();  // as a queue does
      return;
    case 2:
    case 3:
      ++farm().freezes;
      member->process.frozen_until =
          now() + (happens(0.5) ? between(0, 10 * second) : between(40 * second, 200 * second));
      return;
    default:
      const int host = member->process.host;
      for (auto& other : farm().members)
        if (other.process.host == host) kill(other);
      boot(host);
      start_some_sweep();
  }
}

bool all_ended() {
  for (const auto& member : farm().members)
    if (!member.ended && !member.process.dead) return false;
  return true;
}

void check_end() {
  for (const auto& run : farm().runs) {
    if (content_of(directory_of(run) + "/result") != result_text(run)) throw Violation(run + " is lost");
    if (!farm().rows.contains(run)) throw Violation(run + " has no row");
  }
  if (farm().rows.size() != farm().runs.size()) throw Violation("the store has rows of no run");
}

/// The course of the world: some sweeps, some harm, then calm, and the same command once more.
void let_it_happen() {
  for (std::uint64_t count = 1 + draw(2); count > 0; --count) start_some_sweep();
  for (std::uint64_t harm = draw(7); harm > 0; --harm) {
    sleep_until(now() + between(0, 8 * second));
    do_harm();
  }
  mend_disk();
  farm().faults = {};
  while (!all_ended()) sleep_until(now() + 5 * second);
  start_local(any_host(), 2);
  while (!all_ended()) sleep_until(now() + 5 * second);
  check_end();
}

}  // namespace

Farm& farm() { return *only; }
std::string directory_of(const std::string& run) { return "/farm/runs/" + run; }
std::string result_text(const std::string& run) { return "the whole result of " + run; }

Member& add_member(int host) {
  while (process_start(host, next_pid) != never) ++next_pid;  // a living process keeps its id to itself
  Member& member = farm().members.emplace_back();
  member.process = {.host = host, .pid = next_pid, .born = now()};
  // Process ids are used again now and then, by a process of another age.
  next_pid = happens(0.1) ? 100 : next_pid + 1;
  return member;
}

Member& member_of(const Process& process) {
  for (auto& member : farm().members)
    if (&member.process == &process) return member;
  throw Violation("a process of nobody");
}

Time process_start(int host, int pid) {
  for (const auto& member : farm().members)
    if (member.process.host == host && member.process.pid == pid && !member.process.dead && !member.ended)
      return member.process.born;
  return never;
}

void kill(Member& member) {
  if (member.process.dead || member.ended) return;
  ++farm().kills;
  member.process.dead = true;
  close_all(member.process);
  member.stop.request_stop();
  rouse(member.process);
}

void live(std::uint64_t seed) {
  begin(seed);
  only = std::make_unique<Farm>();
  next_pid = 100;
  forget_claims();
  for (std::uint64_t run = 1 + draw(6); run > 0; --run) farm().runs.push_back(fmt::format("run{}", run));
  using Locks = DiskFaults::Locks;
  const bool shared = happens(0.8);
  begin_disk({.locks = shared && happens(0.6) ? (happens(0.5) ? Locks::of_each_host : Locks::refused) : Locks::of_all,
              .shared = shared,
              .no_space = happens(0.3) ? 0.02 : 0,
              .stall = happens(0.3) ? 0.02 : 0});
  farm().faults = {.run_fails = happens(0.3) ? 0.2 : 0,
                   .store_fails = happens(0.3) ? 0.3 : 0,
                   .letter_comes_twice = happens(0.3) ? 0.05 : 0};
  nature = {};
  start(nature, let_it_happen);
  run();
}

}  // namespace farm
