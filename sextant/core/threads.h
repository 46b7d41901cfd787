// Threads that may not be had: a machine or a queue limits how many a user or a job may start.
#pragma once

#include <system_error>
#include <thread>
#include <utility>

namespace sextant::core {

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

}  // namespace sextant::core
