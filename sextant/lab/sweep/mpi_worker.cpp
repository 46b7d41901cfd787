#include "sextant/lab/sweep/mpi_worker.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/core/threads.h"

namespace sextant::lab {

// An event as a tree, and back.
namespace {

// A letter must be short: MPI hands short ones over at once, long ones only while the sender lives.
constexpr std::size_t longest_fault = 2000;

}  // namespace

Tree write_event(const CrewEvent& event) {
  Tree letter{{"kind", static_cast<int>(event.kind)}};
  if (event.kind == CrewEvent::Kind::progress) {
    letter["step"] = event.news.step;
    letter["steps"] = event.news.steps;
    letter["loss"] = event.news.loss;
    if (event.news.accuracy) letter["accuracy"] = *event.news.accuracy;
  }
  if (event.kind == CrewEvent::Kind::ended) {
    letter["status"] = event.outcome.status;
    letter["fault"] = event.outcome.fault.substr(0, longest_fault);
    letter["seconds"] = event.outcome.seconds;
    letter["from_disk"] = event.outcome.from_disk;
    letter["note"] = event.outcome.note.substr(0, longest_fault);
  }
  return letter;
}

CrewEvent read_event(const Tree& letter, Index slot) {
  CrewEvent event;
  event.kind = static_cast<CrewEvent::Kind>(letter.at("kind").get<int>());
  event.slot = slot;
  if (event.kind == CrewEvent::Kind::progress) {
    letter.at("step").get_to(event.news.step);
    letter.at("steps").get_to(event.news.steps);
    letter.at("loss").get_to(event.news.loss);
    if (letter.contains("accuracy")) event.news.accuracy = letter.at("accuracy").get<double>();
  }
  if (event.kind == CrewEvent::Kind::ended) {
    letter.at("status").get_to(event.outcome.status);
    letter.at("fault").get_to(event.outcome.fault);
    letter.at("seconds").get_to(event.outcome.seconds);
    letter.at("from_disk").get_to(event.outcome.from_disk);
    letter.at("note").get_to(event.outcome.note);
  }
  return event;
}

// Two threads: one trains and leaves its events in a box, the other, which alone talks to MPI, posts them.
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto time_between_messages = std::chrono::milliseconds(200);
constexpr auto time_between_signs = std::chrono::seconds(1);
constexpr int patience_with_rank_0 = 10;  // times longer: it resolves, measures and writes besides

class Worker final : public RunListener {
 public:
  Worker(Mailbox& mailbox, const Runner& runner) : mailbox_(mailbox), runner_(runner) {}
  ~Worker() override { halt(); }

  void train(const Tree& order) {
    const Index number = order.at("order").get<Index>();
    if (number <= number_) return;  // a letter that has come twice
    if (training_.joinable()) training_.join();
    number_ = number;
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
    for (const auto& letter : letters) mailbox_.send(0, letter);
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
    Tree letter = write_event(event);
    letter["order"] = number_;
    const std::lock_guard lock(mutex_);
    box_.push_back(std::move(letter));
  }

  Mailbox& mailbox_;
  const Runner& runner_;
  std::thread training_;
  Index number_ = 0;  // of the job; changes only while nothing trains
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::vector<Tree> box_;
  std::exception_ptr broken_;
  Clock::time_point told_, delivered_;
};

}  // namespace

void work_for_rank_0(Mailbox& mailbox, const Runner& runner, std::chrono::seconds lost_after,
                     const std::stop_token& stop) {
  const auto patience = lost_after * patience_with_rank_0;
  Worker worker(mailbox, runner);
  auto heard = Clock::now();
  bool leaving = false;
  for (;;) {
    while (const auto letter = mailbox.receive()) {
      heard = Clock::now();
      if (letter->message.is_null()) return;
      const auto order = letter->message.at("do").get<std::string>();
      if (order == "train" && !leaving) worker.train(letter->message);
      if (order == "stop") worker.stop();
    }
    if (!leaving && stop.stop_requested()) {
      leaving = true;
      worker.halt();
      mailbox.send(0, write_event({.kind = CrewEvent::Kind::lost, .slot = 0, .news = {}, .outcome = {}}));
    }
    if (!leaving) worker.deliver();
    if (Clock::now() - heard > patience) {
      mailbox.lose(0);
      fail("sweep: no heartbeat from rank 0 for {} s; re-run the same command to resume", patience.count());
    }
    std::this_thread::sleep_for(time_between_looks);
  }
}

}  // namespace sextant::lab
