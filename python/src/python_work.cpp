#include "python_work.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "python_events.h"
#include "sextant/core/threads.h"

namespace sextant::python {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto time_between_looks = std::chrono::milliseconds(50);
constexpr auto patience = std::chrono::milliseconds(700);  // with work that was asked to stop

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
  std::exception_ptr thrown() {
    const std::scoped_lock lock(mutex_);
    return thrown_;
  }

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

/// What the thread that called and the one that works share: the latter may outlive the call.
struct Job {
  explicit Job(Work given) : work(std::move(given)) {}

  void run() {
    std::exception_ptr thrown;
    try {
      work(mailbox, stop.get_token());
    } catch (...) {
      thrown = std::current_exception();
    }
    mailbox.end(thrown);
  }

  Work work;
  Mailbox mailbox;
  std::stop_source stop;
};

/// Threads whose work did not see in time that it shall stop: they end at their next look, and the interpreter waits
/// for them when it ends. None of them after a fork.
class Leftovers {
 public:
  void add(std::thread thread) {
    const std::scoped_lock lock(mutex_);
    forget_if_forked();
    threads_.push_back(std::move(thread));
  }
  void join() {
    const std::scoped_lock lock(mutex_);
    forget_if_forked();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  void forget_if_forked() {
    if (process_ == ::getpid()) return;
    process_ = ::getpid();
    for (auto& thread : threads_) thread.detach();
    threads_.clear();
  }

  std::mutex mutex_;
  std::vector<std::thread> threads_;
  pid_t process_ = ::getpid();
};

Leftovers& leftovers() {
  static auto* all = new Leftovers;  // as long as the process
  return *all;
}

/// A thread that no signal reaches, nor those that it starts: they belong to the interpreter's own, and one amid a
/// product with AVX-512 would break the heap (docs/adr/0002-onednn-for-products.md).
std::thread start_without_signals(const std::shared_ptr<Job>& job) {
  sigset_t all, before;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread thread = core::start_thread([job] { job->run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
}

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
  /// Whether the work was asked to stop so long ago that the caller gets control back without it.
  bool out_of_patience() const { return raised_ && Clock::now() - raised_at_ > patience; }

 private:
  void keep(nb::python_error error) {
    if (!raised_) {
      raised_.emplace(std::move(error));
      raised_at_ = Clock::now();
    }
    stop_.request_stop();
  }

  nb::object listener_;
  std::stop_source& stop_;
  std::optional<nb::python_error> raised_;
  Clock::time_point raised_at_;
};

}  // namespace

void run_work(Work work, nb::object listener) {
  const auto job = std::make_shared<Job>(std::move(work));
  Caller caller(std::move(listener), job->stop);
  std::thread worker = start_without_signals(job);
  try {
    while (!job->mailbox.empty_and_ended()) {
      std::optional<Event> event;
      {
        const nb::gil_scoped_release released;
        event = job->mailbox.take();
      }
      if (event) caller.hear(*event);
      caller.look_for_signals();
      if (caller.out_of_patience()) caller.rethrow();
    }
  } catch (...) {
    job->stop.request_stop();
    leftovers().add(std::move(worker));
    throw;
  }
  worker.join();
  caller.rethrow();
  if (const auto thrown = job->mailbox.thrown()) std::rethrow_exception(thrown);
}

void join_leftovers() {
  const nb::gil_scoped_release released;
  leftovers().join();
}

}  // namespace sextant::python
