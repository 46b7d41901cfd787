// SIGINT and SIGTERM as a request: the current step is finished, then the run stops. A second one, a while later,
// kills.
#pragma once

namespace sextant::cli {

/// Lets one thread of its own wait for both signals; they reach no other. For main to call before there are threads.
/// oneDNN's products with AVX-512 keep numbers where a handler's frame would be written: a signal amid one would break
/// the heap (docs/adr/0002-onednn-for-products.md).
void receive_signals();

/// While it is there, the signals are wishes; otherwise they do what they did before receive_signals().
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// 0, or the signal that came.
  static int signal();
};

}  // namespace sextant::cli
