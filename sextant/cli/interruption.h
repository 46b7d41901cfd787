// SIGINT and SIGTERM as a request: the current step is finished, then the run stops. A second one, a while later,
// kills.
#pragma once

#include <optional>
#include <stop_token>

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

  /// Asks for a stop once a signal has come.
  std::stop_token token() const { return source_.get_token(); }
  /// 0, or the signal that came.
  static int signal();
  /// The exit code of a program that stopped because of it.
  static int exit_code() { return 128 + signal(); }

 private:
  std::stop_source source_;
};

/// Of a command that need not stop cleanly: none.
inline std::stop_token token_of(const std::optional<Interruption>& interruption) {
  return interruption ? interruption->token() : std::stop_token();
}

/// Says on stderr that the same command resumes; returns the exit code.
int end_interrupted();

}  // namespace sextant::cli
