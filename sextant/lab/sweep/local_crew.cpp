// A thread per slot, a queue of events, and as many permits to train as there are processors to use.
#include "sextant/lab/sweep/local_crew.h"

#include "sextant/core/threads.h"

namespace sextant::lab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto time_between_news = std::chrono::milliseconds(200);

}  // namespace

/// Passes news on, now and then, and gives the processor back when the training is over.
class LocalCrew::Listener final : public RunListener {
 public:
  Listener(LocalCrew& crew, Index slot) : crew_(crew), slot_(slot) { crew_.processors_.acquire(); }
  ~Listener() override { release(); }

  void on_news(const RunNews& news) override {
    const auto now = Clock::now();
    if (now - told_ < time_between_news) return;
    told_ = now;
    crew_.send({.kind = CrewEvent::Kind::progress, .slot = slot_, .news = news, .outcome = {}});
  }
  void on_trained() override {
    release();
    crew_.send({.kind = CrewEvent::Kind::trained, .slot = slot_, .news = {}, .outcome = {}});
  }
  bool wants_stop(Index) override { return crew_.stopping_; }

 private:
  void release() {
    if (holds_) crew_.processors_.release();
    holds_ = false;
  }

  LocalCrew& crew_;
  Index slot_;
  bool holds_ = true;
  Clock::time_point told_;
};

LocalCrew::LocalCrew(const Runner& runner, std::string runs_directory, Index at_once)
    : runner_(runner),
      runs_directory_(std::move(runs_directory)),
      at_once_(at_once),
      processors_(at_once),
      slots_(static_cast<std::size_t>(at_once + 1)) {
  try {
    for (Index i = 0; i < slots(); ++i)
      slots_[static_cast<std::size_t>(i)].thread = start_thread([this, i] { work_guarded(i); });
  } catch (...) {
    leave();  // a started thread must be joined before it is destroyed
    throw;
  }
}

LocalCrew::~LocalCrew() { leave(); }

void LocalCrew::leave() {
  stopping_ = true;
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  job_came_.notify_all();
  for (auto& slot : slots_)
    if (slot.thread.joinable()) slot.thread.join();
}

void LocalCrew::start(Index slot, const SweepJob& job) {
  {
    const std::lock_guard lock(mutex_);
    slots_[static_cast<std::size_t>(slot)].job = job;
  }
  job_came_.notify_all();
}

std::optional<CrewEvent> LocalCrew::wait(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  event_came_.wait_for(lock, patience, [&] { return broken_ || !events_.empty(); });
  if (broken_) std::rethrow_exception(broken_);
  if (events_.empty()) return std::nullopt;
  CrewEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

void LocalCrew::send(CrewEvent event) {
  {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
  }
  event_came_.notify_one();
}

void LocalCrew::work_guarded(Index slot) {
  try {
    work(slot);
  } catch (...) {
    // Even its failure could not be told: the memory is used up.
    const std::lock_guard lock(mutex_);
    broken_ = std::current_exception();
    event_came_.notify_one();
  }
}

void LocalCrew::work(Index slot) {
  auto& own = slots_[static_cast<std::size_t>(slot)];
  for (;;) {
    SweepJob job;
    {
      std::unique_lock lock(mutex_);
      job_came_.wait(lock, [&] { return leaving_ || own.job; });
      if (!own.job) return;
      job = std::move(*own.job);
      own.job.reset();
    }
    RunOutcome outcome{.status = "interrupted", .fault = {}, .seconds = 0, .from_disk = false, .note = {}};
    {
      Listener listener(*this, slot);
      if (!stopping_) outcome = runner_.run(runs_directory_ + "/" + job.name, job.configuration, listener);
    }
    send({.kind = CrewEvent::Kind::ended, .slot = slot, .news = {}, .outcome = std::move(outcome)});
  }
}

}  // namespace sextant::lab
