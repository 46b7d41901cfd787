// The caller's wish to stop, seen from deep inside a computation: an iteration, a permutation or an analysis looks for
// it without a token being handed down through every function in between. Only threads in a StopScope ever stop.
#pragma once

#include <stdexcept>
#include <stop_token>
#include <utility>

#include "sextant/core/namespaces.h"

namespace sextant::core {

/// The caller's stop token ended work that has no result half-way.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// While it lives, look_for_stop() on this thread heeds `stop`.
class StopScope {
 public:
  explicit StopScope(std::stop_token stop) : stop_(std::move(stop)), outer_(std::exchange(innermost(), this)) {}
  ~StopScope() { innermost() = outer_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  /// For a thread that this one starts.
  static std::stop_token current() { return innermost() == nullptr ? std::stop_token() : innermost()->stop_; }
  static bool wants_stop() { return innermost() != nullptr && innermost()->stop_.stop_requested(); }

 private:
  static StopScope*& innermost() {
    static thread_local StopScope* scope = nullptr;
    return scope;
  }

  std::stop_token stop_;
  StopScope* outer_;
};

/// For every loop whose whole may take longer than a second; one look costs a few nanoseconds.
inline void look_for_stop() {
  if (StopScope::wants_stop()) throw Stopped("stopped before its end");
}

}  // namespace sextant::core
