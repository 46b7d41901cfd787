// One thread and one list.
#include "sextant/results/recorder.h"

#include <chrono>
#include <iterator>

#include "sextant/core/error.h"
#include "sextant/core/printable.h"
#include "sextant/core/threads.h"
#include "sextant/results/run_index.h"

namespace sextant::results {
namespace {

// Rows are gathered for so long: a transaction costs about as much for one run as for fifty.
constexpr auto time_to_gather = std::chrono::milliseconds(500);

}  // namespace

Recorder::Recorder(RunIndex* store) : store_(store) {
  if (store_) thread_ = start_thread([this] { work_guarded(); });
}

Recorder::~Recorder() { end(); }

void Recorder::add(std::string directory) {
  if (!store_) return;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(directory));
  }
  came_.notify_one();
}

std::string Recorder::finish() {
  end();
  return fault_;
}

void Recorder::end() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  came_.notify_one();
  if (thread_.joinable()) thread_.join();
}

std::string Recorder::take_fault() {
  const std::lock_guard lock(mutex_);
  return std::exchange(new_fault_, "");
}

void Recorder::work_guarded() {
  try {
    work();
  } catch (const std::exception&) {
    const std::lock_guard lock(mutex_);
    fault_ = "out of memory";  // so short a text needs none
  }
}

void Recorder::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    came_.wait(lock, [&] { return leaving_ || !waiting_.empty(); });
    if (!leaving_) came_.wait_for(lock, time_to_gather, [&] { return leaving_; });
    const bool last = leaving_;
    std::vector<std::string> directories = std::exchange(waiting_, {});
    lock.unlock();
    std::string fault;
    try {
      if (!directories.empty())
        for (const auto& damaged : store_->record(directories)) fault = damaged.message;
    } catch (const std::exception& error) {
      fault = reason_of(error);
    }
    lock.lock();
    if (!fault.empty()) {
      if (fault != fault_) new_fault_ = fault;
      waiting_.insert(waiting_.begin(), std::make_move_iterator(directories.begin()),
                      std::make_move_iterator(directories.end()));
    }
    fault_ = fault;
    if (last) return;
    if (!fault.empty()) came_.wait_for(lock, std::chrono::seconds(2), [&] { return leaving_; });
  }
}

}  // namespace sextant::results
