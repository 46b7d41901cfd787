#include "sextant/report/guarded_server.h"

#include <unistd.h>

#include <atomic>

#include "sextant/core/threads.h"
#include "sextant/report/connections.h"

namespace sextant::report {
namespace {

constexpr std::size_t most_served = 32;
constexpr std::size_t most_waiting = 64;  // the rest wait where the operating system keeps them

}  // namespace

/// Hands the connections over; cpp-httplib owns it and not the threads.
class GuardedServer::Queue final : public httplib::TaskQueue {
 public:
  explicit Queue(GuardedServer& server) : server_(server) {}
  void enqueue(std::function<void()> job) override { server_.enter(std::move(job)); }
  void shutdown() override {}

 private:
  GuardedServer& server_;
};

GuardedServer::~GuardedServer() { finish(); }

void GuardedServer::start() {
  new_task_queue = [this] { return new Queue(*this); };
  threads_.reserve(most_served + 1);
  for (std::size_t i = 0; i < most_served; ++i) threads_.push_back(start_thread([this] { work(); }));
  threads_.push_back(start_thread([this] { listen(); }));
  // Before it runs cpp-httplib's server cannot be stopped, and afterwards it would run for ever.
  std::unique_lock lock(mutex_);
  while (!is_running() && !listened_) job_went_.wait_for(lock, std::chrono::milliseconds(1));
}

void GuardedServer::finish() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  job_came_.notify_all();
  job_went_.notify_all();
  stop();
  connections_.end_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
  for (auto& job : jobs_) job();  // those that were never served are closed
  jobs_.clear();
}

bool GuardedServer::process_and_close_socket(socket_t socket) {
  bool answered = false;
  {
    Connections::Slot slot(connections_, socket);
    {
      const std::lock_guard lock(mutex_);
      if (busy_ + jobs_.size() > most_served) connections_.end_one();
    }
    GuardedStream stream(socket);
    bool closed = false;
    try {
      answered = process_request(stream, true, closed, [&](httplib::Request& request) {
        slot.has_asked();
        request.ranges.clear();  // a page is sent whole: a thousand ranges of it would be a thousand pages
      });
    } catch (const std::exception&) {
      // No memory for this reader: the others are served.
    }
    stream.finish();
  }
  ::close(socket);
  return answered;
}

void GuardedServer::enter(std::function<void()> job) {
  std::unique_lock lock(mutex_);
  if (busy_ + jobs_.size() >= most_served) connections_.end_one();  // no thread is left for it
  job_went_.wait(lock, [&] { return leaving_ || jobs_.size() < most_waiting; });
  jobs_.push_back(std::move(job));
  job_came_.notify_one();
}

void GuardedServer::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    job_came_.wait(lock, [&] { return leaving_ || !jobs_.empty(); });
    if (leaving_) return;
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    ++busy_;
    lock.unlock();
    job_went_.notify_all();
    job();
    lock.lock();
    --busy_;
  }
}

void GuardedServer::listen() {
  try {
    listen_after_bind();
  } catch (const std::exception&) {
    // A connection that found no memory ends the listening; readers see that nobody answers.
  }
  const std::lock_guard lock(mutex_);
  listened_ = true;
}

}  // namespace sextant::report
