#include "sextant/cli/interruption.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace sextant::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<int> signal_that_came = 0;
std::atomic<bool> is_wish = false;

sigset_t both_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
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
    if (!is_wish) {
      let_happen(number);
    } else if (signal_that_came == 0) {
      came = Clock::now();
      signal_that_came = number;
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
  std::thread(receive).detach();
}

Interruption::Interruption() {
  signal_that_came = 0;
  is_wish = true;
}

Interruption::~Interruption() { is_wish = false; }

int Interruption::signal() { return signal_that_came; }

}  // namespace sextant::cli
