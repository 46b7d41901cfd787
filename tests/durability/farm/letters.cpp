// The network of an MPI job: letters between two ranks arrive in their order, late, and now and then twice.
#include <deque>

#include "farm.h"

namespace farm {
namespace {

struct Sent {
  Time arrives;
  lab::Mailbox::Letter letter;
};

/// By receiver, then by sender.
using Network = std::vector<std::vector<std::deque<Sent>>>;

class FarmMailbox final : public lab::Mailbox {
 public:
  FarmMailbox(std::shared_ptr<Network> network, std::size_t rank) : network_(std::move(network)), rank_(rank) {}
  /// As MpiSession's: rank 0 dismisses the others.
  ~FarmMailbox() override {
    for (std::size_t other = 1; rank_ == 0 && inside() && other < network_->size(); ++other)
      post(static_cast<Index>(other), nullptr);
  }

  Index size() const override { return static_cast<Index>(network_->size()); }
  void send(Index rank, const Tree& message) override {
    post(rank, message);
    if (happens(farm().faults.letter_comes_twice)) post(rank, message);
  }
  void lose(Index rank) override {
    ++farm().losses;
    post(rank, nullptr);
  }
  std::optional<Letter> receive() override {
    if (process().dead) throw Killed();
    for (auto& from : (*network_)[rank_]) {
      if (from.empty() || from.front().arrives > now()) continue;
      Letter letter = std::move(from.front().letter);
      from.pop_front();
      return letter;
    }
    return std::nullopt;
  }

 private:
  void post(Index rank, const Tree& message) {
    if (process().dead) return;
    auto& queue = (*network_)[static_cast<std::size_t>(rank)][rank_];
    const Time arrives = now() + between(0, happens(0.05) ? 2 * second : 20 * millisecond);
    queue.push_back(
        {queue.empty() ? arrives : std::max(arrives, queue.back().arrives), {static_cast<Index>(rank_), message}});
  }

  std::shared_ptr<Network> network_;
  std::size_t rank_;
};

}  // namespace

std::vector<std::unique_ptr<lab::Mailbox>> make_mailboxes(std::size_t count) {
  const auto network = std::make_shared<Network>(count, std::vector<std::deque<Sent>>(count));
  std::vector<std::unique_ptr<lab::Mailbox>> boxes;
  for (std::size_t rank = 0; rank < count; ++rank) boxes.push_back(std::make_unique<FarmMailbox>(network, rank));
  return boxes;
}

}  // namespace farm
