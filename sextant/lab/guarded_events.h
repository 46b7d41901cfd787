// What may go wrong in the caller's events, and what it ends in.
#pragma once

#include <exception>
#include <stdexcept>

#include "sextant/core/events.h"
#include "sextant/core/namespaces.h"
#include "sextant/core/stop_scope.h"

namespace sextant::lab {

// How a function of the laboratory ends without a result, besides a request that was wrong from the start
// (core::Error).

/// A run broke on its way.
class BrokenRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using core::Stopped;

// The caller's sink beside work that must be stopped before an exception may leave: it passes everything on until the
// sink throws; then it keeps the exception, asks the work to stop, and says no more.

class GuardedEvents final : public Events {
 public:
  GuardedEvents(Events& sink, const std::stop_token& stop) : sink_(sink), on_stop_(stop, Relay{source_}) {}

  void on_stage(const std::string& stage) override {
    guard([&] { sink_.on_stage(stage); });
  }
  void on_progress(const Progress& progress) override {
    guard([&] { sink_.on_progress(progress); });
  }
  void on_message(const Message& message) override {
    guard([&] { sink_.on_message(message); });
  }
  void on_run(const RunEvent& event) override {
    guard([&] { sink_.on_run(event); });
  }
  void on_finding(const Finding& finding) override {
    guard([&] { sink_.on_finding(finding); });
  }
  void on_tick() override {
    guard([&] { sink_.on_tick(); });
  }

  /// Where the caller wants to stop, or the sink threw.
  bool wants_stop() const { return source_.stop_requested(); }
  /// To be called when the work has stopped: throws what the sink threw.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  template <class Call>
  void guard(const Call& call) {
    if (thrown_) return;
    try {
      call();
    } catch (...) {
      thrown_ = std::current_exception();
      source_.request_stop();
    }
  }

  struct Relay {
    std::stop_source& source;
    void operator()() const { source.request_stop(); }
  };

  Events& sink_;
  std::exception_ptr thrown_;
  std::stop_source source_;
  std::stop_callback<Relay> on_stop_;
};

}  // namespace sextant::lab
