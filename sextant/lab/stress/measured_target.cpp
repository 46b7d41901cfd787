// From a request to the target, and what must be said of it.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/lab/stress/stress_report.h"

namespace sextant::lab {
namespace {

constexpr Index default_positions = 128;
constexpr Index most_curve_ranks = 256;

void require_one_source(const TargetRequest& request) {
  const int given = (request.corpus.path.empty() ? 0 : 1) + (request.distances.empty() ? 0 : 1) +
                    (request.coordinates.empty() ? 0 : 1) + (request.features.empty() ? 0 : 1);
  require(given == 1,
          "target: expected exactly one of a corpus, distances, coordinates and features, {} given; "
          "e.g. `--corpus FILE`",
          given);
}

std::string describe_estimator(const TargetRequest& request) {
  std::string text = name_of(request.estimator);
  if (request.estimator == Estimator::cross_half) text += fmt::format(", {} splits of the documents", request.splits);
  if (request.estimator == Estimator::null_subtracted) text += fmt::format(", {} shuffles", request.nulls);
  return text;
}

void add_corpus_facts(TargetMeasures& measures, const TargetRequest& request, const CorpusGrams& corpus) {
  const CorpusFacts& facts = corpus.facts();
  measures.corpus = facts;
  measures.null_square = mean_square_distance(corpus.null_gram());
  const std::string tokens = request.vocabulary > 0 ? fmt::format("{}, reduced to the {} most frequent and OTHER",
                                                                  facts.tokens, request.vocabulary)
                                                    : fmt::format("{}, all counted", facts.tokens);
  measures.facts = {{"corpus", request.corpus.path},
                    {"distances", "Hellinger, |sqrt P - sqrt Q|"},
                    {"documents", fmt::format("{}, {} or more at every position", facts.documents, facts.fewest)},
                    {"tokens", tokens},
                    {"padding", fmt::format("{}: {}", name_of(request.rule), describe(request.rule))},
                    {"estimator", describe_estimator(request)},
                    {"noise", fmt::format("{:.1f} % of the plug-in mean D^2 remains with tokens shuffled",
                                          100 * facts.plug_in_null_square / facts.plug_in_square)}};
}

}  // namespace

MeasuredTarget measure_target(TargetRequest& request, const StageWatcher& watch) {
  require_one_source(request);
  MeasuredTarget measured;
  if (request.corpus.path.empty()) {
    measured.target = read_target(request);
    return measured;
  }
  require(request.splits >= 1 && request.splits <= 32, "splits: expected 1 to 32, not {}", request.splits);
  require(request.nulls >= 1, "nulls: expected 1 or more, not {}", request.nulls);
  require(request.vocabulary >= 0, "vocabulary: expected 0 or more, not {}", request.vocabulary);
  if (request.positions == 0) request.positions = default_positions;
  request.leading = std::min(request.leading, request.positions - 1);
  measured.corpus = std::make_unique<CorpusGrams>(request, watch);
  watch("eigenvectors", 0);
  measured.target = make_target(measured.corpus->gram(), request);
  return measured;
}

TargetMeasures describe_target(const TargetRequest& request, const MeasuredTarget& measured, const WantedSums& sums) {
  TargetMeasures measures;
  const Scaling& scaling = measured.target.scaling;
  measures.positions = measured.target.count();
  measures.mean = sums.mean();
  measures.mean_square = measured.corpus ? mean_square_distance(measured.corpus->gram()) : sums.squares / sums.pairs();
  measures.toeplitz = sums.toeplitz_share();
  measures.leading_share = std::max(0.0, scaling.eigenvalues.front()) / measured.target.variance();
  measures.ranks = ranks_of_spectrum(scaling.eigenvalues);
  measures.kept = scaling.points.columns;
  measures.eigenvalues = scaling.eigenvalues;
  if (measured.corpus)
    add_corpus_facts(measures, request, *measured.corpus);
  else
    measures.facts = {{"distances", describe_file(request)}};
  measures.facts.emplace_back("positions", std::to_string(measures.positions));
  return measures;
}

std::vector<RankPoint> make_rank_curve(const Target& target) {
  if (target.count() > most_dense || target.scaling.points.columns == 0) return {};
  Table points(target.count(), std::min(target.scaling.points.columns, most_curve_ranks));
  for (Index i = 0; i < points.rows; ++i)
    for (Index k = 0; k < points.columns; ++k) points(i, k) = target.scaling.points(i, k);
  return stress_by_rank(target.distances->table(), points, target.variance());
}

}  // namespace sextant::lab
