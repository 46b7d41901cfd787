// Roots that are taken once: a product with a vector costs less than taking them.
#include <algorithm>

#include "sextant/stress/hellinger_gram.h"

namespace sextant::stress {
namespace {

class StoredRoots final : public RootMatrices {
 public:
  explicit StoredRoots(const RootMatrices& from) : positions_(from.positions()), alike_(from.alike()) {
    TokenRoots roots(positions_);
    const std::size_t entries = from.start(from.tokens());
    places_.reserve(entries);
    left_.reserve(entries);
    if (!alike_) right_.reserve(entries);
    for (std::size_t token = 0; token < from.tokens(); ++token) {
      starts_.push_back(places_.size());
      from.load(token, 0, roots);
      places_.insert(places_.end(), roots.places, roots.places + roots.size);
      left_.insert(left_.end(), roots.left, roots.left + roots.size);
      if (!alike_) right_.insert(right_.end(), roots.right, roots.right + roots.size);
    }
    starts_.push_back(places_.size());
  }

  Index positions() const override { return positions_; }
  std::size_t tokens() const override { return starts_.size() - 1; }
  std::size_t start(std::size_t token) const override { return starts_[token]; }
  bool alike() const override { return alike_; }
  void load(std::size_t token, Index first, TokenRoots& roots) const override {
    const auto begin = places_.begin() + static_cast<std::ptrdiff_t>(starts_[token]);
    const auto end = places_.begin() + static_cast<std::ptrdiff_t>(starts_[token + 1]);
    const auto from = first == 0 ? begin : std::lower_bound(begin, end, static_cast<std::int32_t>(first));
    const auto entry = static_cast<std::size_t>(from - places_.begin());
    roots.size = starts_[token + 1] - entry;
    roots.places = places_.data() + entry;
    roots.left = left_.data() + entry;
    roots.right = alike_ ? roots.left : right_.data() + entry;
  }

 private:
  Index positions_;
  bool alike_;
  std::vector<std::size_t> starts_;
  std::vector<std::int32_t> places_;
  std::vector<double> left_, right_;
};

}  // namespace

HellingerGram HellingerGram::with_stored_roots() const {
  auto terms = terms_;
  for (auto& term : terms)
    if (term.roots->in_memory()) term.roots = std::make_shared<StoredRoots>(*term.roots);
  return HellingerGram(std::move(terms));
}

}  // namespace sextant::stress
