// Signals amid products: the wish arrives, the products are right and the heap is whole. On processors with AVX-512 a
// handler in the computing thread breaks the heap within some hundred products (docs/adr/0002-onednn-for-products.md).
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>
#include <vector>

#include "sextant/cli/interruption.h"
#include "sextant/math/product.h"

namespace {

using namespace sextant::test;

/// Well within the second in which a further signal is taken for the same wish, however busy the machine is.
void send_signals() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(500);
  for (int i = 0; i < 400 && Clock::now() < end; ++i) {
    ::kill(::getpid(), SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Index count_wrong_products(const std::atomic<bool>& done) {
  const Index rows = 512, columns = 384, inner = 128;
  const std::vector<real> a(rows * inner, 1), b(columns * inner, 1);
  Index wrong = 0;
  while (!done) {
    std::vector<real> c(rows * columns);
    multiply_transposed({a.data(), rows, inner}, {b.data(), columns, inner}, {c.data(), rows, columns}, Write::replace);
    for (const real value : c) wrong += value != real(inner);
  }
  return wrong;
}

}  // namespace

int main() {
  receive_signals();
  const Interruption interruption;
  std::atomic<bool> done = false;
  std::thread sender([&] {
    send_signals();
    done = true;
  });
  const Index wrong = count_wrong_products(done);
  sender.join();
  fmt::print("signal {}, {} wrong products\n", Interruption::signal(), wrong);
  return Interruption::signal() == SIGINT && wrong == 0 ? 0 : 1;
}
