// The threads of one forward pass. Work comes as numbered pieces, the same ones whatever the number of threads, so the
// bits are the same too.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"

namespace sextant::foreign {

using namespace core;

class Crew {
 public:
  explicit Crew(Index threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  Index threads() const { return static_cast<Index>(others_.size()) + 1; }
  /// work(piece, thread) for every piece below `count`; returns when all are done, and throws what one of them threw.
  void run(Index count, const std::function<void(Index, Index)>& work);

 private:
  void live(Index thread);
  void dismiss();
  void labour(Index thread);

  std::vector<std::thread> others_;
  const std::function<void(Index, Index)>* work_ = nullptr;
  Index count_ = 0;
  std::atomic<Index> next_ = 0;
  std::atomic<std::uint32_t> calls_ = 0, busy_ = 0;
  bool leaving_ = false;
  std::mutex mutex_;
  std::exception_ptr problem_;
};

}  // namespace sextant::foreign
