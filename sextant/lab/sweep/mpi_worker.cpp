// Two threads: one trains and leaves its events in a box, the other, which alone talks to MPI, posts them.
#include "sextant/lab/sweep/mpi_worker.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/core/threads.h"
#include "sextant/lab/sweep/mpi_event.h"

namespace sextant::lab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto time_between_messages = std::chrono::milliseconds(200);
constexpr auto time_between_signs = std::chrono::seconds(1);
constexpr int patience_with_rank_0 = 10;  // times longer: it resolves, measures and writes besides

class Worker final : public RunListener {
 public:
  Worker(MpiSession& session, const Runner& runner) : session_(session), runner_(runner) {}
  ~Worker() override { halt(); }

  void train(const Tree& order) {
    if (training_.joinable()) training_.join();
    training_ = start_thread([this, order] {
      try {
        const Tree& configuration = order.at("configuration");
        const auto directory = order.at("directory").get<std::string>();
        const auto outcome = runner_.run(directory, configuration, *this);
        post({.kind = CrewEvent::Kind::ended, .slot = 0, .news = {}, .outcome = outcome});
      } catch (...) {
        // Even its failure could not be told: the memory is used up.
        const std::lock_guard lock(mutex_);
        broken_ = std::current_exception();
      }
    });
  }
  void stop() { stopping_ = true; }
  /// Stops and waits for the last files.
  void halt() {
    stop();
    if (training_.joinable()) training_.join();
  }
  /// Posts what has gathered; a sign of life where that is nothing.
  void deliver() {
    std::vector<Tree> letters;
    {
      const std::lock_guard lock(mutex_);
      if (broken_) std::rethrow_exception(broken_);
      letters.swap(box_);
    }
    if (letters.empty() && Clock::now() - delivered_ > time_between_signs) letters.push_back(Tree::object());
    for (const auto& letter : letters) session_.send(0, letter);
    if (!letters.empty()) delivered_ = Clock::now();
  }

  void on_news(const RunNews& news) override {
    if (Clock::now() - told_ < time_between_messages) return;
    told_ = Clock::now();
    post({.kind = CrewEvent::Kind::progress, .slot = 0, .news = news, .outcome = {}});
  }
  void on_trained() override { post({.kind = CrewEvent::Kind::trained, .slot = 0, .news = {}, .outcome = {}}); }
  bool wants_stop(Index) override { return stopping_; }

 private:
  void post(const CrewEvent& event) {
    const std::lock_guard lock(mutex_);
    box_.push_back(write_event(event));
  }

  MpiSession& session_;
  const Runner& runner_;
  std::thread training_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::vector<Tree> box_;
  std::exception_ptr broken_;
  Clock::time_point told_, delivered_;
};

}  // namespace

void work_for_rank_0(MpiSession& session, const Runner& runner, std::chrono::seconds lost_after,
                     const std::stop_token& stop) {
  const auto patience = lost_after * patience_with_rank_0;
  Worker worker(session, runner);
  auto heard = Clock::now();
  bool leaving = false;
  for (;;) {
    while (const auto letter = session.receive()) {
      heard = Clock::now();
      if (letter->message.is_null()) return;
      const auto order = letter->message.at("do").get<std::string>();
      if (order == "train" && !leaving) worker.train(letter->message);
      if (order == "stop") worker.stop();
    }
    if (!leaving && stop.stop_requested()) {
      leaving = true;
      worker.halt();
      session.send(0, write_event({.kind = CrewEvent::Kind::lost, .slot = 0, .news = {}, .outcome = {}}));
    }
    if (!leaving) worker.deliver();
    if (Clock::now() - heard > patience) {
      session.lose(0);
      fail("sweep: no heartbeat from rank 0 for {} s; re-run the same command to resume", patience.count());
    }
    std::this_thread::sleep_for(time_between_looks);
  }
}

}  // namespace sextant::lab
