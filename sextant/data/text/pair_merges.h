// The merges of byte-pair encoding, and how a word's symbols are joined by them: the neighbours that stand earliest in
// the list become one symbol, again and again.
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <unordered_map>
#include <vector>

namespace sextant::data {

class PairMerges {
 public:
  struct Merge {
    std::int32_t rank = 0;
    std::int32_t id = 0;  // of what comes out
  };
  /// The first of two for the same pair stays, unless `replace`.
  void add(std::int32_t left, std::int32_t right, const Merge& merge, bool replace = false) {
    if (replace)
      merges_.insert_or_assign(key(left, right), merge);
    else
      merges_.emplace(key(left, right), merge);
  }
  const Merge* find(std::int32_t left, std::int32_t right) const {
    const auto found = merges_.find(key(left, right));
    return found == merges_.end() ? nullptr : &found->second;
  }

 private:
  static std::uint64_t key(std::int32_t left, std::int32_t right) {
    return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
  }
  std::unordered_map<std::uint64_t, Merge> merges_;  // by the ids of left and right
};

/// Not to be shared between threads.
class PairMerger {
 public:
  /// Adds to `ids` what becomes of `symbols`.
  void join(const PairMerges& merges, std::span<const std::int32_t> symbols, std::vector<std::int32_t>& ids);

 private:
  /// A list of symbols; a symbol that was merged into its left neighbour has id -1.
  struct Symbol {
    std::int32_t id;
    std::int32_t before, after;  // places, -1 = none
  };
  struct Candidate {
    std::int32_t rank, place, left, right;  // left, right: the ids at the time
    bool operator<(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : place > other.place;  // the queue gives the largest
    }
  };
  void consider(const PairMerges& merges, std::int32_t place);

  std::vector<Symbol> symbols_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace sextant::data
