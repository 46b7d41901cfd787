// The only thing a signal handler may do: set a flag.
#include "sextant/cli/interruption.h"

#include <csignal>

namespace sextant {
namespace {

volatile std::sig_atomic_t signal_that_came = 0;

void handle(int number) {
  signal_that_came = number;
  std::signal(number, SIG_DFL);
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
