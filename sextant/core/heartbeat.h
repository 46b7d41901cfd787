// One thread that touches files, so that other machines see that their owner lives.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "sextant/core/namespaces.h"

namespace sextant::core {

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
