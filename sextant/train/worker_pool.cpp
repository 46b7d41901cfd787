// Threads that wait for work.
#include "sextant/train/worker_pool.h"

#include "sextant/core/threads.h"

namespace sextant::train {

WorkerPool::WorkerPool(Index threads, Denormals denormals)
    : denormals_(denormals), thrown_(static_cast<std::size_t>(threads)) {
  workers_.reserve(static_cast<std::size_t>(threads) - 1);
  try {
    for (Index thread = 1; thread < threads; ++thread)
      workers_.push_back(start_thread([this, thread] { live(thread); }));
  } catch (...) {
    stop();  // a started thread must be joined before it is destroyed
    throw;
  }
}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  called_.notify_all();
  for (auto& worker : workers_) worker.join();
  workers_.clear();
}

void WorkerPool::work_once(Index thread, const std::function<void(Index)>& work) {
  auto& thrown = thrown_[static_cast<std::size_t>(thread)];
  try {
    const DenormalPolicy policy(denormals_);
    thrown = nullptr;
    work(thread);
  } catch (...) {
    thrown = std::current_exception();
  }
}

void WorkerPool::live(Index thread) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    called_.wait(lock, [&] { return stopping_ || calls_ != seen; });
    if (stopping_) return;
    seen = calls_;
    const auto* work = work_;
    lock.unlock();
    work_once(thread, *work);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

void WorkerPool::run(const std::function<void(Index)>& work) {
  if (!workers_.empty()) {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    busy_ = static_cast<Index>(workers_.size());
    ++calls_;
    called_.notify_all();
  }
  work_once(0, work);
  if (!workers_.empty()) {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return busy_ == 0; });
  }
  for (const auto& thrown : thrown_)
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace sextant::train
