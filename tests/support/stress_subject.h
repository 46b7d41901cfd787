// Small corpora and exact distributions to measure geometry on.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "sextant/core/random.h"
#include "sextant/data/text/document_source.h"
#include "sextant/stress/hellinger_gram.h"

namespace sextant::test {

class ListedDocuments final : public DocumentSource {
 public:
  explicit ListedDocuments(std::vector<std::vector<std::int32_t>> documents) : documents_(std::move(documents)) {}
  bool next(std::vector<std::int32_t>& ids) override {
    if (next_ == documents_.size()) return false;
    ids = documents_[next_++];
    return true;
  }
  BytesRead progress() const override { return {next_, documents_.size()}; }
  Index vocabulary() const override { return 1 << 20; }
  SpecialTokens special() const override { return {101, 102, 0}; }
  void rewind() { next_ = 0; }

 private:
  std::vector<std::vector<std::int32_t>> documents_;
  std::size_t next_ = 0;
};

/// S itself instead of counts: rows are positions, columns tokens.
class GivenRoots final : public RootMatrices {
 public:
  explicit GivenRoots(std::vector<std::vector<double>> roots) : roots_(std::move(roots)), starts_{0} {
    for (std::size_t token = 0; token < roots_[0].size(); ++token) {
      starts_.push_back(starts_.back());
      for (const auto& row : roots_) starts_.back() += row[token] != 0 ? 1 : 0;
    }
  }
  Index positions() const override { return static_cast<Index>(roots_.size()); }
  std::size_t tokens() const override { return roots_[0].size(); }
  std::size_t start(std::size_t token) const override { return starts_[token]; }
  bool alike() const override { return true; }
  void load(std::size_t token, Index first, TokenRoots& to) const override {
    to.size = 0;
    for (auto t = static_cast<std::size_t>(first); t < roots_.size(); ++t) {
      if (roots_[t][token] == 0) continue;
      to.room_of_places[to.size] = static_cast<std::int32_t>(t);
      to.room_of_left[to.size++] = roots_[t][token];
    }
    to.places = to.room_of_places.data();
    to.left = to.right = to.room_of_left.data();
  }

 private:
  std::vector<std::vector<double>> roots_;
  std::vector<std::size_t> starts_;
};

inline HellingerGram gram_of(const std::vector<std::vector<double>>& roots) {
  return HellingerGram({{1, std::make_shared<GivenRoots>(roots)}});
}

inline HellingerGram one_hots(Index n) {
  std::vector<std::vector<double>> roots(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(n)));
  for (std::size_t t = 0; t < roots.size(); ++t) roots[t][t] = 1;
  return gram_of(roots);
}

/// P = (cos^2, sin^2) along a quarter of the circle.
inline HellingerGram quarter_arc(Index n) {
  std::vector<std::vector<double>> roots;
  for (Index t = 0; t < n; ++t) {
    const double angle = std::numbers::pi / 2 * static_cast<double>(t) / static_cast<double>(n - 1);
    roots.push_back({std::cos(angle), t == 0 ? 0 : std::sin(angle)});
  }
  return gram_of(roots);
}

/// Documents of `length` tokens; token at t is drawn from the row t of `cumulative` probabilities.
inline std::vector<std::vector<std::int32_t>> draw_documents(const std::vector<std::vector<double>>& cumulative,
                                                             Index count, std::uint64_t seed) {
  std::vector<std::vector<std::int32_t>> documents;
  for (Index number = 0; number < count; ++number) {
    const Random random(seed, Stream::data, 0, static_cast<std::uint32_t>(number));
    std::vector<std::int32_t> document;
    for (std::size_t t = 0; t < cumulative.size(); ++t) {
      const double uniform = random.uniform(t);
      std::int32_t token = 0;
      while (uniform >= cumulative[t][static_cast<std::size_t>(token)]) ++token;
      document.push_back(token);
    }
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace sextant::test
