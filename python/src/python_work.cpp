#include "python_work.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "python_events.h"

namespace sextant::python {
namespace {

constexpr auto time_between_looks = std::chrono::milliseconds(50);

/// What the work says, until the thread that called takes it. Of the progress of a stage or a run only the newest is
/// kept, so that a slow listener never makes the queue grow.
class Mailbox final : public core::Events {
 public:
  void on_stage(const std::string& stage) override { put(Stage{stage}); }
  void on_tick() override { put(Tick{}); }
  void on_progress(const core::Progress& progress) override { put(progress); }
  void on_message(const core::Message& message) override { put(message); }
  void on_run(const core::RunEvent& event) override { put(event); }
  void on_finding(const core::Finding& finding) override { put(finding); }

  void end(std::exception_ptr thrown) {
    const std::scoped_lock lock(mutex_);
    thrown_ = std::move(thrown);
    ended_ = true;
    arrived_.notify_one();
  }

  /// The next event, or nothing after a while, or at once where the work has ended.
  std::optional<Event> take() {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, time_between_looks, [&] { return ended_ || !waiting_.empty(); });
    if (waiting_.empty()) return std::nullopt;
    Event event = std::move(waiting_.front());
    waiting_.pop_front();
    return event;
  }
  bool empty_and_ended() {
    const std::scoped_lock lock(mutex_);
    return ended_ && waiting_.empty();
  }
  const std::exception_ptr& thrown() const { return thrown_; }

 private:
  void put(Event event) {
    const std::scoped_lock lock(mutex_);
    for (auto& known : waiting_)
      if (supersedes(event, known)) {
        known = std::move(event);
        return;
      }
    waiting_.push_back(std::move(event));
    arrived_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Event> waiting_;
  std::exception_ptr thrown_;
  bool ended_ = false;
};

/// Keeps the first Python exception: from a signal handler, or from the listener.
class Caller {
 public:
  Caller(nb::object listener, std::stop_source& stop) : listener_(std::move(listener)), stop_(stop) {}

  void look_for_signals() {
    if (PyErr_CheckSignals() != 0) keep(nb::python_error());
  }
  void hear(const Event& event) {
    if (raised_ || listener_.is_none()) return;
    try {
      const auto [kind, content] = write_event(event);
      listener_(kind, content);
    } catch (nb::python_error& error) {
      keep(std::move(error));
    }
  }
  void rethrow() {
    if (raised_) throw std::move(*raised_);
  }

 private:
  void keep(nb::python_error error) {
    if (!raised_) raised_.emplace(std::move(error));
    stop_.request_stop();
  }

  nb::object listener_;
  std::stop_source& stop_;
  std::optional<nb::python_error> raised_;
};

}  // namespace

void run_work(const Work& work, nb::object listener) {
  std::stop_source stop;
  Mailbox mailbox;
  Caller caller(std::move(listener), stop);
  std::jthread worker([&] {
    std::exception_ptr thrown;
    try {
      work(mailbox, stop.get_token());
    } catch (...) {
      thrown = std::current_exception();
    }
    mailbox.end(thrown);
  });
  while (!mailbox.empty_and_ended()) {
    std::optional<Event> event;
    {
      const nb::gil_scoped_release released;
      event = mailbox.take();
    }
    if (event) caller.hear(*event);
    caller.look_for_signals();
  }
  worker.join();
  caller.rethrow();
  if (mailbox.thrown()) std::rethrow_exception(mailbox.thrown());
}

}  // namespace sextant::python
