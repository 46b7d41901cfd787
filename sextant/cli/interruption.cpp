// A signal handler may set a flag, look at the clock and little more.
#include "sextant/cli/interruption.h"

#include <csignal>
#include <ctime>

namespace sextant {
namespace {

volatile std::sig_atomic_t signal_that_came = 0;

volatile std::sig_atomic_t second_it_came = 0;

// A terminal or `timeout` may send the same wish twice at once; a second one counts only after a while.
void handle(int number) {
  struct timespec now {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const auto second = static_cast<std::sig_atomic_t>(now.tv_sec);
  if (signal_that_came != 0 && second - second_it_came > 1) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
  if (signal_that_came == 0) second_it_came = second;
  signal_that_came = number;
}

}  // namespace

Interruption::Interruption() {
  signal_that_came = 0;
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
}

Interruption::~Interruption() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int Interruption::signal() { return signal_that_came; }

}  // namespace sextant
