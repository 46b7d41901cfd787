#include "sextant/core/threads.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <stdexcept>
#include <system_error>

namespace sextant::core {

void fail_to_start_thread(const std::system_error& error) {
  throw std::runtime_error(
      fmt::format("cannot start a thread: {}; lower train.threads or -j, or raise the limit on processes "
                  "(ulimit -u)",
                  error.code().message()));
}

Heartbeat& Heartbeat::of_process() {
  static Heartbeat heartbeat;
  return heartbeat;
}

Heartbeat::~Heartbeat() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Heartbeat::add(const std::string& path) {
  const std::lock_guard lock(mutex_);
  paths_.insert(path);
  if (thread_.joinable()) return;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error&) {
    // Without a thread the lock still holds on this machine, and for a minute on others.
  }
}

void Heartbeat::remove(const std::string& path) {
  const std::lock_guard lock(mutex_);
  paths_.erase(path);
}

void Heartbeat::work() {
  constexpr std::chrono::seconds pause{10};
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, pause, [&] { return leaving_; }))
    for (const auto& path : paths_) ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

}  // namespace sextant::core
