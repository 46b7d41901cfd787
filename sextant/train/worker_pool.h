// A few threads that live as long as a trainer and work when called. The caller is thread 0, so a pool of
// one starts no thread at all.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "sextant/core/denormals.h"
#include "sextant/core/index.h"

namespace sextant::train {

class WorkerPool {
 public:
  WorkerPool(Index threads, Denormals denormals);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  Index threads() const { return static_cast<Index>(workers_.size()) + 1; }
  /// work(thread) on every thread, under the denormal policy; returns when all are done. What a thread
  /// threw is thrown again here (the lowest thread's, if several did).
  void run(const std::function<void(Index)>& work);

 private:
  void live(Index thread);
  void work_once(Index thread, const std::function<void(Index)>& work);
  void stop();

  Denormals denormals_;
  std::vector<std::thread> workers_;
  std::vector<std::exception_ptr> thrown_;  // one per thread
  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable done_;
  const std::function<void(Index)>* work_ = nullptr;
  std::uint64_t calls_ = 0;
  Index busy_ = 0;
  bool stopping_ = false;
};

}  // namespace sextant::train
