// The first attention's output at the last token, one point per row (Zhang et al., arXiv 2405.05409): where a model
// memorises by symmetry, rows of (a, b) and (b, a) fall together. Said by numbers too: how far the middles of a pair
// and its exchanged one are apart, as a share of how far two pairs are apart on average.
#include <algorithm>

#include "sextant/analysis/activation_rows.h"
#include "sextant/analysis/analysis.h"
#include "sextant/analysis/anchor_rows.h"
#include "sextant/analysis/attention.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/trustworthiness.h"
#include "sextant/math/linear/tsne.h"

namespace sextant::analysis {
namespace {

struct PairsMapOptions final : Options {
  Index rows = 300;
  Index neighbours = 12;
  void visit(OptionVisitor& option) override {
    option("rows", rows, at_least(30),
           "maximum number of test samples, balanced over pairs; run time grows quadratically");
    option("neighbours", neighbours, at_least(1),
           "number of neighbours for the trustworthiness score of the projection");
  }
};

using PairOfAnchors = std::pair<Index, Index>;

struct Points {
  std::vector<PairOfAnchors> pairs;  // of each row
  Table rows;                        // (rows, width)
};

struct Exchange {
  double distance = 0;  // of the middles of (a, b) and (b, a), over that of any two pairs
  double nearest = 0;   // share of the pairs whose nearest middle is that of the exchanged pair
};

Table middles_of(const Points& points, const std::vector<PairOfAnchors>& pairs) {
  Table middles(static_cast<Index>(pairs.size()), points.rows.columns);
  std::vector<double> counts(pairs.size());
  for (Index i = 0; i < points.rows.rows; ++i) {
    const auto pair = std::ranges::find(pairs, points.pairs[static_cast<std::size_t>(i)]) - pairs.begin();
    ++counts[static_cast<std::size_t>(pair)];
    for (Index j = 0; j < middles.columns; ++j) middles(pair, j) += points.rows(i, j);
  }
  for (Index pair = 0; pair < middles.rows; ++pair)
    for (Index j = 0; j < middles.columns; ++j) middles(pair, j) /= counts[static_cast<std::size_t>(pair)];
  return middles;
}

Exchange measure_exchange(const Points& points) {
  std::vector<PairOfAnchors> pairs = points.pairs;
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const Table distances = euclidean_distances(middles_of(points, pairs));
  const auto count = static_cast<Index>(pairs.size());
  double of_exchanged = 0, of_all = 0;
  Index exchanged = 0, nearest = 0;
  for (Index a = 0; a < count; ++a) {
    Index closest = a == 0 ? 1 : 0;
    for (Index b = 0; b < count; ++b) {
      of_all += distances(a, b) / static_cast<double>(count * (count - 1));
      if (b != a && distances(a, b) < distances(a, closest)) closest = b;
    }
    const auto [first, second] = pairs[static_cast<std::size_t>(a)];
    const auto other = std::ranges::find(pairs, PairOfAnchors(second, first)) - pairs.begin();
    if (other == count || other == a) continue;
    ++exchanged;
    nearest += closest == other;
    of_exchanged += distances(a, other);
  }
  const auto number = static_cast<double>(exchanged);
  return {of_exchanged / number / of_all, static_cast<double>(nearest) / number};
}

class PairsMap final : public Analysis {
 public:
  using OwnOptions = PairsMapOptions;
  explicit PairsMap(const PairsMapOptions& own) : own_(own) {
    require(2 * own.neighbours < own.rows, "pairs_map.neighbours: expected 1 to half of the rows, not {}",
            own.neighbours);
  }

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_anchors(subject); !reason.empty()) return {.left_out = std::move(reason)};
    if (auto reason = refuse_other_mixers(subject.model); !reason.empty()) return {.left_out = std::move(reason)};
    const Points points = read_points(subject);
    if (points.rows.rows <= 2 * own_.neighbours) return {.left_out = "there are too few samples in the test split"};
    const Exchange exchange = measure_exchange(points);
    const Table distances = euclidean_distances(points.rows);
    const Tsne map = tsne(distances, {.starts = 1, .seed = subject.seed});  // from the principal coordinates
    const Exchange on_map = measure_exchange({points.pairs, map.points});
    const double trust = trustworthiness(distances, euclidean_distances(map.points), own_.neighbours);
    return {.numbers = {{"exchange_distance", exchange.distance},
                        {"exchange_is_nearest", exchange.nearest},
                        {"exchange_distance_on_map", on_map.distance},
                        {"divergence", map.divergence},
                        {"trustworthiness", trust}},
            .panels = {draw(points, map, exchange, trust)}};
  }

 private:
  /// Rows of split test are of all pairs in turn.
  Points read_points(const Subject& subject) const {
    const SplitRows& test = *split_named(subject, "test");
    const Index length = subject.model.shape().length;
    Points points;
    Batch batch;
    batch.samples = std::min(own_.rows, static_cast<Index>(test.groups.size()));
    batch.tokens.assign(test.rows.tokens.begin(), test.rows.tokens.begin() + batch.samples * length);
    batch.labels.assign(test.rows.labels.begin(), test.rows.labels.begin() + batch.samples);
    for (const auto& row : find_anchors(test, length))
      if (row.sample < batch.samples) points.pairs.emplace_back(row.first, row.second);
    const std::vector<Index> last(static_cast<std::size_t>(batch.samples), length - 1);
    points.rows = activation_rows(subject.model, batch, "blocks.0.attention.output", last);
    return points;
  }

  Panel draw(const Points& points, const Tsne& map, const Exchange& exchange, double trust) const {
    Tree labels = Tree::array(), unordered = Tree::array();
    for (const auto& [first, second] : points.pairs) {
      labels.push_back(fmt::format("({}, {})", first, second));
      unordered.push_back(fmt::format("{{{}, {}}}", std::min(first, second), std::max(first, second)));
    }
    const std::string note = fmt::format("perplexity {:.3g}, KL divergence {:.2g}, trustworthiness {:.3f}",
                                         map.perplexity, map.divergence, trust);
    return {
        "pairs_map",
        "positions_map",
        "Samples by anchor pair, after the first attention",
        fmt::format("t-SNE of the first attention output at the last token, one point per sample. The centroids of (a, "
                    "b) and (b, a) are {:.2f} times as far apart as those of any two pairs; for {:.0f} % of the "
                    "pairs the swapped pair is the nearest.",
                    exchange.distance, 100 * exchange.nearest),
        35,
        {{"labels", labels},
         {"colours",
          {{{"label", "unordered anchor pair"}, {"values", unordered}}, {{"label", "pair"}, {"values", labels}}}},
         {"maps", {{{"name", "t-SNE"}, {"note", note}, {"points", write_rows(map.points, five_digits)}}}}}};
  }

  PairsMapOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(pairs_map, PairsMap)

}  // namespace sextant::analysis
