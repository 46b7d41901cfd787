// Writes finished runs into the store beside the training, as many at once as have gathered. What cannot be written is
// kept and tried again with the next.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace sextant::results {

class RunIndex;

class Recorder {
 public:
  /// Without a store nothing is written: the directories are enough.
  explicit Recorder(RunIndex* store);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void add(std::string directory);
  /// Writes what is left; returns what went wrong last, or "" where every run is in the store.
  std::string finish();
  /// What went wrong since it was asked last, or "".
  std::string take_fault();

 private:
  void end();
  void work_guarded();
  void work();

  RunIndex* store_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::string> waiting_;
  std::string fault_, new_fault_;
  bool leaving_ = false;
  std::thread thread_;
};

}  // namespace sextant::results
