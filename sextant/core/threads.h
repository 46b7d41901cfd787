// Threads that may not be had, and the one that shows a process is alive.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "sextant/core/namespaces.h"

namespace sextant::core {

// Threads that may not be had: a machine or a queue limits how many a user or a job may start.

/// A std::runtime_error: that threads ran out is no fault of the request.
[[noreturn]] void fail_to_start_thread(const std::system_error& error);

/// A running thread, or an exception whose text says what to do. Nothing may leave `work` by an exception.
template <class Work>
std::thread start_thread(Work work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    fail_to_start_thread(error);
  }
}

// One thread that touches files, so that other machines see that their owner lives.

class Heartbeat {
 public:
  static Heartbeat& of_process();
  ~Heartbeat();

  void add(const std::string& path);
  void remove(const std::string& path);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> paths_;
  bool leaving_ = false;
  std::thread thread_;  // from the first path on
};

}  // namespace sextant::core
