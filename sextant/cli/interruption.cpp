#include "sextant/cli/interruption.h"

#include <fmt/format.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

#include "sextant/cli/print.h"
#include "sextant/core/threads.h"

namespace sextant::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<int> signal_that_came = 0;
std::mutex wish_mutex;
std::stop_source* wish = nullptr;  // what a signal asks for; none: it does what it does by itself

sigset_t both_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

/// True where somebody takes the signal as a wish.
bool pass_on(int number) {
  const std::lock_guard lock(wish_mutex);
  if (!wish) return false;
  if (signal_that_came == 0) {
    signal_that_came = number;
    wish->request_stop();
  }
  return true;
}

/// What the signal does by itself: as a rule it ends the program.
void let_happen(int number) {
  const sigset_t set = both_signals();
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(number);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

// A terminal or `timeout` may send the same wish twice at once; a second one counts only after a while.
void receive() {
  const sigset_t set = both_signals();
  Clock::time_point came;
  for (int number = 0; ::sigwait(&set, &number) == 0;) {
    const bool first = signal_that_came == 0;
    if (!pass_on(number)) {
      let_happen(number);
    } else if (first) {
      came = Clock::now();
    } else if (Clock::now() - came > std::chrono::seconds(1)) {
      std::signal(number, SIG_DFL);
      let_happen(number);
    }
  }
}

}  // namespace

void receive_signals() {
  const sigset_t set = both_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  start_thread(receive).detach();
}

Interruption::Interruption() {
  const std::lock_guard lock(wish_mutex);
  signal_that_came = 0;
  wish = &source_;
}

Interruption::~Interruption() {
  const std::lock_guard lock(wish_mutex);
  wish = nullptr;
}

int Interruption::signal() { return signal_that_came; }

int end_interrupted() {
  print_error("sextant: interrupted; re-run the same command to resume\n");
  return Interruption::exit_code();
}

}  // namespace sextant::cli
