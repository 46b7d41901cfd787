#include "sextant/foreign/crew.h"

#include <utility>

#include "sextant/core/threads.h"

namespace sextant::foreign {
namespace {

/// Pieces of work follow each other within microseconds, so a thread looks a few times before it sleeps.
template <class Changed>
bool comes_soon(const Changed& changed) {
  for (int look = 0; look < 2000; ++look) {
    if (changed()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  return false;
}

}  // namespace

Crew::Crew(Index threads) {
  try {
    for (Index thread = 1; thread < threads; ++thread)
      others_.push_back(start_thread([this, thread] { live(thread); }));
  } catch (...) {
    dismiss();
    throw;
  }
}

Crew::~Crew() { dismiss(); }

void Crew::dismiss() {
  leaving_ = true;
  ++calls_;
  calls_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Crew::labour(Index thread) {
  try {
    for (Index piece = next_++; piece < count_; piece = next_++) (*work_)(piece, thread);
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    problem_ = std::current_exception();
  }
}

void Crew::live(Index thread) {
  for (std::uint32_t seen = 0;;) {
    if (!comes_soon([&] { return calls_ != seen; })) calls_.wait(seen);
    seen = calls_;
    if (leaving_) return;
    labour(thread);
    if (--busy_ == 0) busy_.notify_one();
  }
}

void Crew::run(Index count, const std::function<void(Index, Index)>& work) {
  work_ = &work;
  count_ = count;
  next_ = 0;
  const bool alone = others_.empty() || count == 1;
  if (!alone) {
    busy_ = static_cast<std::uint32_t>(others_.size());
    ++calls_;
    calls_.notify_all();
  }
  labour(0);
  while (!alone && busy_ != 0)
    if (!comes_soon([&] { return busy_ == 0; }))
      if (const std::uint32_t still = busy_; still != 0) busy_.wait(still);
  if (problem_) std::rethrow_exception(std::exchange(problem_, nullptr));
}

}  // namespace sextant::foreign
