// The document of the moment and its number, which readers wait on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "sextant/core/tree.h"

namespace sextant::report {

class Edition {
 public:
  void publish(Tree document) {
    const std::lock_guard lock(mutex_);
    document_ = std::make_shared<const Tree>(std::move(document));
    ++number_;
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  std::shared_ptr<const Tree> document() {
    const std::lock_guard lock(mutex_);
    return document_;
  }
  long number() {
    const std::lock_guard lock(mutex_);
    return number_;
  }
  /// The number of the moment, as soon as it is above `seen` or patience ends; nothing once closed.
  std::optional<long> wait_beyond(long seen, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return closed_ || number_ > seen; });
    return closed_ ? std::nullopt : std::optional(number_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<const Tree> document_;
  long number_ = 0;
  bool closed_ = false;
};

}  // namespace sextant::report
