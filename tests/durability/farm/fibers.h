// Many simulated processes with their threads, in one real thread on a virtual clock. Threads, mutexes, condition
// variables, sleeping and the clocks of the code under test come here (thread_calls.cpp), so the real code runs, and
// one seed decides every interleaving.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>

namespace farm {

using Time = std::int64_t;  // nanoseconds of the virtual clock
constexpr Time millisecond = 1'000'000, second = 1'000 * millisecond;
constexpr Time never = INT64_MAX;

/// A simulated operating-system process.
struct Process {
  int host = 0;
  int pid = 0;
  Time born = 0;
  bool dead = false;      // killed: nothing that it still does has an effect
  Time frozen_until = 0;  // suspended: none of its threads runs
};

/// Thrown out of a killed process where that is safe.
struct Killed {};

/// Something that must never happen; what() says what.
struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Forgets everything and starts the clock anew; chance() is seeded.
void begin(std::uint64_t seed);
/// Runs every fiber to its end. A Violation where one can never go on, or where it takes too long.
void run();

/// Number of the new fiber.
std::size_t start(Process& process, std::function<void()> work);
/// Whether this fiber can start a thread; it can at first.
void allow_threads(bool allowed);
bool may_start_threads();
/// Whether this is a fiber at all; code outside the simulation passes through.
bool inside();
Process& process();
Time now();
void sleep_until(Time when);
/// A moment in which others may run, now and then.
void pause();
void join(std::size_t fiber);
/// False: the time was over before somebody called wake() for the same thing.
bool wait_for(const void* thing, Time until);
void wake(const void* thing, bool all);
/// Lets all fibers of a process that wait go on at once: it was killed.
void rouse(const Process& process);

std::mt19937_64& chance();
/// In [0, below).
std::uint64_t draw(std::uint64_t below);
bool happens(double probability);
Time between(Time from, Time to);

}  // namespace farm
