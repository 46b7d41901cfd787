// From counts to the roots of probabilities.
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/geometry/hellinger_gram.h"

namespace sextant {
namespace {

std::shared_ptr<const TokenPattern> pattern_of(const PositionCounts& counts) {
  return std::make_shared<const TokenPattern>(TokenPattern{counts.positions, counts.starts, counts.places});
}

/// sqrt(count / N_t) of every entry, for counts given by `count_of(entry)`.
template <class CountOf>
std::vector<double> roots(const PositionCounts& counts, const CountOf& count_of) {
  std::vector<double> totals(static_cast<std::size_t>(counts.positions), 0);
  for (std::size_t entry = 0; entry < counts.entries(); ++entry)
    totals[static_cast<std::size_t>(counts.places[entry])] += count_of(entry);
  for (std::size_t t = 0; t < totals.size(); ++t)
    require(totals[t] > 0, "position {}: one half of the documents has none that reaches it; ask for fewer positions",
            t);
  std::vector<double> result(counts.entries());
  for (std::size_t entry = 0; entry < counts.entries(); ++entry)
    result[entry] = std::sqrt(count_of(entry) / totals[static_cast<std::size_t>(counts.places[entry])]);
  return result;
}

}  // namespace

GramTerm plug_in_term(const PositionCounts& counts, double weight) {
  return {weight,
          pattern_of(counts),
          roots(counts, [&](std::size_t entry) { return static_cast<double>(counts.count(entry, 0)); }),
          {}};
}

std::vector<GramTerm> cross_half_terms(const PositionCounts& counts) {
  require(counts.parts >= 2, "cross-half: the counts are not split into halves");
  const auto pattern = pattern_of(counts);
  std::vector<GramTerm> terms;
  for (Index part = 1; part < counts.parts; ++part) {
    const auto first = [&](std::size_t entry) { return static_cast<double>(counts.count(entry, part)); };
    const auto second = [&](std::size_t entry) {
      return static_cast<double>(counts.count(entry, 0) - counts.count(entry, part));
    };
    terms.push_back(
        {1.0 / static_cast<double>(counts.parts - 1), pattern, roots(counts, first), roots(counts, second)});
  }
  return terms;
}

}  // namespace sextant
