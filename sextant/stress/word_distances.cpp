#include "sextant/stress/word_distances.h"

#include "sextant/core/error.h"
#include "sextant/stress/corpus_counts.h"
#include "sextant/stress/hellinger_gram.h"
#include "sextant/stress/pair_distances.h"

namespace sextant::stress {

Table word_distances(const WordRows& rows, const std::string& estimator, std::uint64_t seed) {
  require(estimator == "cross_half" || estimator == "plug_in",
          "estimator '{}': expected cross_half or plug_in; `sextant stress` has more", estimator);
  const Index splits = estimator == "cross_half" ? 4 : 0;
  PositionCounter counter(rows.length, splits + 1);
  std::vector<std::uint32_t> weights(static_cast<std::size_t>(splits) + 1, 1);
  for (Index i = 0; i < rows.count(); ++i) {
    const std::uint32_t halves = halves_of_document(seed, rows.documents[static_cast<std::size_t>(i)]);
    for (Index split = 0; split < splits; ++split)
      weights[static_cast<std::size_t>(split) + 1] = (halves >> split) & 1u;
    counter.add(rows.row(i), weights);
  }
  const PositionCounts counts = counter.take();
  HellingerGram gram(splits > 0 ? cross_half_terms(counts) : std::vector<GramTerm>{plug_in_term(counts)});
  return distances_of_gram(std::move(gram))->table();
}

}  // namespace sextant::stress
