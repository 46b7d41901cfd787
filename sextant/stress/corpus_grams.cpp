#include "sextant/stress/corpus_grams.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/stress/position_counts.h"

namespace sextant::stress {
namespace {

constexpr std::size_t kept_share = 4;       // documents may take a quarter of the memory for counting
constexpr std::size_t line_share = 8;       // and a line an eighth: it is held twice while it is read and taken apart
constexpr Index null_shuffle = 1;           // the reference row
constexpr Index subtracted_shuffle = 1000;  // and those that null_subtracted takes away

}  // namespace

std::size_t default_memory() { return machine_memory() / 4; }

CorpusGrams::CorpusGrams(const TargetRequest& request, const StageWatcher& watch)
    : request_(request), watch_(watch), layout_{request.positions, request.rule, {}} {
  request_.corpus.most_tokens = request.positions;
  if (request_.memory == 0) request_.memory = default_memory();
  request_.corpus.longest = std::min(request_.corpus.longest, request_.memory / line_share);
  auto source = open_corpus(request_.corpus);
  layout_.special = source->special();
  require_layout(layout_);
  kept_ = std::make_unique<KeptDocuments>(*source, layout_.positions, request_.memory / kept_share,
                                          [&](double share) { watch_("reading", share); });
  if (!kept_->complete()) kept_.reset();
  source.reset();  // with the words that its tokeniser knows
  grams_ = std::make_unique<GramPair>(estimate_both(0, "counting"));
}

GramPair CorpusGrams::replicate(Index number) { return estimate_both(number, "resampling documents"); }

GramPair CorpusGrams::estimate_both(Index replicate, const char* stage) {
  auto requests = requests_of(replicate, 0);
  const std::size_t each = requests.size();
  for (const auto& of_null : requests_of(replicate, null_shuffle)) requests.push_back(of_null);
  const auto counts = count(requests, stage);
  if (replicate == 0) note_facts(counts[0], counts[each]);
  return {estimate(std::span(counts).first(each), replicate), estimate(std::span(counts).subspan(each), replicate)};
}

std::vector<CountRequest> CorpusGrams::requests_of(Index replicate, Index shuffle) const {
  const Index splits = request_.estimator == Estimator::cross_half ? request_.splits : 0;
  std::vector<CountRequest> requests{{layout_, splits, request_.seed, replicate, shuffle}};
  if (request_.estimator == Estimator::null_subtracted)
    for (Index i = 0; i < request_.nulls; ++i)
      requests.push_back({layout_, 0, request_.seed, replicate, subtracted_shuffle + i + request_.nulls * shuffle});
  return requests;
}

std::vector<PositionCounts> CorpusGrams::count(const std::vector<CountRequest>& requests, const char* stage) {
  const auto watch = [&](double share) { watch_(stage, share); };
  std::vector<PositionCounts> results;
  if (kept_) {
    kept_->rewind();
    results = count_corpus(*kept_, requests, watch, request_.memory - kept_->bytes());
  } else {
    results = count_corpus(*open_corpus(request_.corpus), requests, watch, request_.memory);
  }
  if (request_.vocabulary > 0)
    for (auto& one : results) one = keep_frequent(one, request_.vocabulary);
  return results;
}

HellingerGram CorpusGrams::estimate(std::span<const PositionCounts> counts, Index replicate) const {
  switch (request_.estimator) {
    case Estimator::cross_half:
      return HellingerGram(cross_half_terms(counts[0]));
    case Estimator::rarefied:
      return HellingerGram({plug_in_term(rarefy(counts[0], request_.seed, replicate))});
    case Estimator::plug_in:
      return HellingerGram({plug_in_term(counts[0])});
    case Estimator::null_subtracted:
      break;
  }
  std::vector<GramTerm> terms{plug_in_term(counts[0])};
  for (std::size_t i = 1; i < counts.size(); ++i)
    terms.push_back(plug_in_term(counts[i], -1.0 / static_cast<double>(request_.nulls)));
  return HellingerGram(std::move(terms));
}

void CorpusGrams::note_facts(const PositionCounts& counts, const PositionCounts& null) {
  documents_at_ = counts.totals(0);
  facts_ = {counts.documents,
            static_cast<Index>(counts.tokens.size()),
            counts.entries(),
            std::ranges::min(documents_at_),
            mean_square_distance(HellingerGram({plug_in_term(counts)})),
            mean_square_distance(HellingerGram({plug_in_term(null)}))};
}

// sum_{s<t} D^2 = n tr G - 1^T G 1
double mean_square_distance(const HellingerGram& gram) {
  const auto n = static_cast<double>(gram.count());
  double trace = 0, all = 0;
  for (const double value : gram.diagonal()) trace += value;
  const std::vector<double> ones(static_cast<std::size_t>(gram.count()), 1.0);
  std::vector<double> sums(ones.size());
  gram.apply(ones, sums);
  for (const double value : sums) all += value;
  return (n * trace - all) / (n * (n - 1) / 2);
}

}  // namespace sextant::stress
