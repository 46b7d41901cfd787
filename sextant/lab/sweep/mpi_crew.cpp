// Letters of rank 0: {"do": "train", ...}, {"do": "stop"}, {"do": "wait"} as its own sign of life, and null: leave. A
// job has a number, which its answers repeat: one that comes late, or twice, says nothing about the next job.
#include "sextant/lab/sweep/mpi_crew.h"

#include <filesystem>
#include <thread>

#include "sextant/lab/sweep/mpi_worker.h"

namespace sextant::lab {
namespace {

constexpr auto time_between_greetings = std::chrono::seconds(1);

}  // namespace

MpiCrew::MpiCrew(Mailbox& mailbox, const std::string& runs_directory, std::chrono::seconds lost_after)
    : mailbox_(mailbox),
      runs_directory_(std::filesystem::absolute(runs_directory).string()),
      lost_after_(lost_after),
      heard_(static_cast<std::size_t>(mailbox.size() - 1), Clock::now()),
      orders_(heard_.size()),
      gone_(heard_.size()),
      looked_(Clock::now()),
      greeted_(Clock::now()) {}

void MpiCrew::start(Index slot, const SweepJob& job) {
  if (gone_[static_cast<std::size_t>(slot)]) {  // lost while it had nothing to do
    events_.push_back({.kind = CrewEvent::Kind::lost, .slot = slot, .news = {}, .outcome = {}});
    return;
  }
  mailbox_.send(slot + 1, {{"do", "train"},
                           {"order", ++orders_[static_cast<std::size_t>(slot)]},
                           {"directory", runs_directory_ + "/" + job.name},
                           {"configuration", job.configuration}});
}

std::optional<CrewEvent> MpiCrew::wait(std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  look();
  while (events_.empty() && Clock::now() < deadline) {
    std::this_thread::sleep_for(time_between_looks);
    look();
  }
  if (events_.empty()) return std::nullopt;
  CrewEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

void MpiCrew::stop() {
  for (Index slot = 0; slot < slots(); ++slot)
    if (!gone_[static_cast<std::size_t>(slot)]) mailbox_.send(slot + 1, {{"do", "stop"}});
}

void MpiCrew::look() {
  while (const auto letter = mailbox_.receive()) take(*letter);
  const auto now = Clock::now();
  // Time in which nobody looked says nothing about the others.
  if (now - looked_ > std::chrono::seconds(1))
    for (auto& heard : heard_) heard += now - looked_;
  looked_ = now;
  lose_the_silent(now);
  if (now - greeted_ < time_between_greetings) return;
  greeted_ = now;
  for (Index slot = 0; slot < slots(); ++slot)
    if (!gone_[static_cast<std::size_t>(slot)]) mailbox_.send(slot + 1, {{"do", "wait"}});
}

void MpiCrew::take(const Mailbox::Letter& letter) {
  const Index slot = letter.from - 1;
  if (gone_[static_cast<std::size_t>(slot)]) return;  // it was given up and has been told to leave
  heard_[static_cast<std::size_t>(slot)] = Clock::now();
  if (!letter.message.contains("kind")) return;  // a sign of life
  const CrewEvent event = read_event(letter.message, slot);
  if (event.kind == CrewEvent::Kind::lost) return lose(slot);
  Index& order = orders_[static_cast<std::size_t>(slot)];
  if (letter.message.at("order").get<Index>() != order) return;
  if (event.kind == CrewEvent::Kind::ended) ++order;  // the same letter once more is of no job
  events_.push_back(event);
}

void MpiCrew::lose(Index slot) {
  gone_[static_cast<std::size_t>(slot)] = true;
  mailbox_.lose(slot + 1);
  events_.push_back({.kind = CrewEvent::Kind::lost, .slot = slot, .news = {}, .outcome = {}});
}

void MpiCrew::lose_the_silent(Clock::time_point now) {
  for (Index slot = 0; slot < slots(); ++slot)
    if (!gone_[static_cast<std::size_t>(slot)] && now - heard_[static_cast<std::size_t>(slot)] > lost_after_)
      lose(slot);
}

}  // namespace sextant::lab
