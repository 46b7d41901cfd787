// The fiber whose time comes first runs next.
#include "fibers.h"

#include <cxxabi.h>
#include <setjmp.h>
#include <ucontext.h>

#include <cstring>
#include <exception>
#include <memory>
#include <vector>

namespace farm {
namespace {

constexpr std::size_t stack_bytes = 256 * 1024;
constexpr std::size_t most_switches = 400'000;
constexpr Time longest = 24 * 3600 * second;

struct Fiber {
  ucontext_t context;  // where it begins
  jmp_buf place;       // where it goes on: unlike swapcontext, _longjmp asks nothing of the kernel
  std::unique_ptr<char[]> stack;
  std::function<void()> work;
  Process* process = nullptr;
  Time wakes = 0;
  const void* waits_for = nullptr;
  bool begun = false, woken = false, ended = false, may_start_threads = true;
  std::exception_ptr thrown;
  char exceptions[16] = {};  // of the C++ runtime: what is being caught, and how many fly
};

std::vector<std::unique_ptr<Fiber>> fibers;
std::vector<std::unique_ptr<char[]>> stacks;  // to be used again
Fiber* current = nullptr;
jmp_buf scheduler;
Time clock_now = 0;
std::mt19937_64 generator;

void leave() {
  if (_setjmp(current->place) == 0) _longjmp(scheduler, 1);
}

void enter() {
  Fiber& own = *current;
  try {
    own.work();
  } catch (const Killed&) {
  } catch (...) {
    own.thrown = std::current_exception();
  }
  own.work = nullptr;
  own.ended = true;
  wake(&own, true);
  leave();
}

void switch_to(Fiber& fiber) {
  char outer[16];
  void* const globals = abi::__cxa_get_globals();
  std::memcpy(outer, globals, sizeof outer);
  std::memcpy(globals, fiber.exceptions, sizeof outer);
  current = &fiber;
  if (_setjmp(scheduler) == 0) {
    if (fiber.begun) _longjmp(fiber.place, 1);
    fiber.begun = true;
    setcontext(&fiber.context);
  }
  current = nullptr;
  std::memcpy(fiber.exceptions, globals, sizeof outer);
  std::memcpy(globals, outer, sizeof outer);
}

void leave_until(Time when) {
  current->wakes = when;
  leave();
}

Time due(const Fiber& fiber) {
  if (fiber.ended) return never;
  return fiber.process->dead ? fiber.wakes : std::max(fiber.wakes, fiber.process->frozen_until);
}

}  // namespace

void begin(std::uint64_t seed) {
  for (auto& fiber : fibers) stacks.push_back(std::move(fiber->stack));
  fibers.clear();
  clock_now = 1'000'000 * second;
  generator.seed(seed);
}

void run() {
  const Time start = clock_now;
  for (std::size_t switches = 0;; ++switches) {
    Fiber* next = nullptr;
    bool all_ended = true;
    for (const auto& fiber : fibers) {
      all_ended = all_ended && fiber->ended;
      if (due(*fiber) != never && (!next || due(*fiber) < due(*next))) next = fiber.get();
    }
    if (all_ended) return;
    if (!next) throw Violation("everybody waits for somebody else");
    if (switches > most_switches || due(*next) - start > longest) throw Violation("it does not come to an end");
    clock_now = std::max(clock_now, due(*next));
    switch_to(*next);
    if (next->thrown) std::rethrow_exception(next->thrown);
  }
}

std::size_t start(Process& process, std::function<void()> work) {
  auto fiber = std::make_unique<Fiber>();
  if (stacks.empty()) stacks.push_back(std::make_unique_for_overwrite<char[]>(stack_bytes));
  fiber->stack = std::move(stacks.back());
  stacks.pop_back();
  fiber->work = std::move(work);
  fiber->process = &process;
  fiber->wakes = clock_now;
  getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = fiber->stack.get();
  fiber->context.uc_stack.ss_size = stack_bytes;
  fiber->context.uc_link = nullptr;
  makecontext(&fiber->context, enter, 0);
  fibers.push_back(std::move(fiber));
  return fibers.size() - 1;
}

void allow_threads(bool allowed) { current->may_start_threads = allowed; }
bool may_start_threads() { return current->may_start_threads; }
bool inside() { return current != nullptr; }
Process& process() { return *current->process; }
Time now() { return clock_now; }
void sleep_until(Time when) { leave_until(when); }

void pause() {
  if (happens(0.3)) leave_until(clock_now + between(0, happens(0.05) ? second : millisecond));
}

void join(std::size_t fiber) {
  while (!fibers[fiber]->ended) wait_for(fibers[fiber].get(), never);
}

bool wait_for(const void* thing, Time until) {
  Fiber& own = *current;
  own.waits_for = thing;
  own.woken = false;
  leave_until(until);
  own.waits_for = nullptr;
  return own.woken;
}

void wake(const void* thing, bool all) {
  for (const auto& fiber : fibers)
    if (fiber->waits_for == thing && !fiber->woken) {
      fiber->woken = true;
      fiber->wakes = clock_now;
      if (!all) return;
    }
}

void rouse(const Process& process) {
  for (const auto& fiber : fibers)
    if (fiber->process == &process && fiber->wakes != never) fiber->wakes = std::min(fiber->wakes, clock_now);
}

std::mt19937_64& chance() { return generator; }
std::uint64_t draw(std::uint64_t below) { return generator() % below; }
bool happens(double probability) { return static_cast<double>(generator() >> 11) * 0x1p-53 < probability; }
Time between(Time from, Time to) { return from + static_cast<Time>(draw(static_cast<std::uint64_t>(to - from) + 1)); }

}  // namespace farm
