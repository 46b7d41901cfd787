// The names of the estimators.
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/stress/hellinger_gram.h"
#include "sextant/stress/target.h"

namespace sextant::stress {

const char* name_of(Estimator estimator) {
  switch (estimator) {
    case Estimator::cross_half:
      return "cross_half";
    case Estimator::plug_in:
      return "plug_in";
    case Estimator::null_subtracted:
      return "null_subtracted";
    case Estimator::rarefied:
      return "rarefied";
  }
  return "";
}

Estimator parse_estimator(const std::string& name) {
  std::vector<std::string> known;
  for (const auto one : {Estimator::cross_half, Estimator::plug_in, Estimator::null_subtracted, Estimator::rarefied}) {
    if (name == name_of(one)) return one;
    known.emplace_back(name_of(one));
  }
  fail("estimator '{}'{}: expected {}", name, nearest_name_hint(name, known), fmt::join(known, ", "));
}

// From counts to the roots of probabilities.
namespace {

/// N_t as numbers to divide by.
std::vector<double> divisors_of(const std::vector<std::uint64_t>& totals) {
  for (std::size_t t = 0; t < totals.size(); ++t)
    require(totals[t] > 0, "position {}: no document in one of the halves reaches it; use fewer positions", t);
  return {totals.begin(), totals.end()};
}

void take_roots(double* values, std::size_t count) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) values[i] = std::sqrt(values[i]);
}

/// sqrt(count / N_t): of all documents (part 0), or of the two halves of a split.
class CountedRoots final : public RootMatrices {
 public:
  CountedRoots(std::shared_ptr<const PositionCounts> counts, Index part)
      : counts_(std::move(counts)), part_(static_cast<std::size_t>(part)) {
    auto totals = counts_->totals(part);
    left_ = divisors_of(totals);
    if (part == 0) return;
    const auto all = counts_->totals(0);
    for (std::size_t t = 0; t < totals.size(); ++t) totals[t] = all[t] - totals[t];
    right_ = divisors_of(totals);
  }

  Index positions() const override { return counts_->positions; }
  std::size_t tokens() const override { return counts_->tokens.size(); }
  std::size_t start(std::size_t token) const override { return counts_->starts[token]; }
  bool alike() const override { return part_ == 0; }
  void drop(std::size_t first, std::size_t last) const override { counts_->drop(first, last); }
  bool in_memory() const override { return !counts_->rows.in_file(); }

  void load(std::size_t token, Index first, TokenRoots& roots) const override {
    const std::size_t entry = first == 0 ? start(token) : entry_from(token, static_cast<std::size_t>(first));
    const std::uint32_t* row = counts_->row(entry);
    roots.size = start(token + 1) - entry;
    for (std::size_t i = 0; i < roots.size; ++i, row += counts_->stride()) {
      roots.room_of_places[i] = static_cast<std::int32_t>(row[0]);
      roots.room_of_left[i] = row[1 + part_] / left_[row[0]];
      if (part_ > 0) roots.room_of_right[i] = (row[1] - row[1 + part_]) / right_[row[0]];
    }
    take_roots(roots.room_of_left.data(), roots.size);
    if (part_ > 0) take_roots(roots.room_of_right.data(), roots.size);
    roots.places = roots.room_of_places.data();
    roots.left = roots.room_of_left.data();
    roots.right = part_ > 0 ? roots.room_of_right.data() : roots.left;
  }

 private:
  /// The first entry of a token at a position >= first.
  std::size_t entry_from(std::size_t token, std::size_t first) const {
    std::size_t low = counts_->starts[token], high = counts_->starts[token + 1];
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (counts_->place(middle) < first)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  std::shared_ptr<const PositionCounts> counts_;
  std::size_t part_;
  std::vector<double> left_, right_;  // N_t of both
};

}  // namespace

GramTerm plug_in_term(const PositionCounts& counts, double weight) {
  return {weight, std::make_shared<CountedRoots>(std::make_shared<const PositionCounts>(counts), 0)};
}

std::vector<GramTerm> cross_half_terms(const PositionCounts& counts) {
  require(counts.parts >= 2, "cross-half: the counts are not split into halves");
  const auto shared = std::make_shared<const PositionCounts>(counts);
  std::vector<GramTerm> terms;
  for (Index part = 1; part < counts.parts; ++part)
    terms.push_back({1.0 / static_cast<double>(counts.parts - 1), std::make_shared<CountedRoots>(shared, part)});
  return terms;
}

}  // namespace sextant::stress
