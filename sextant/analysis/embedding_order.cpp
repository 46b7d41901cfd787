// Are the embeddings of numbers in the order of the numbers (Zhang et al., arXiv 2405.05409)? Principal components and
// their shares, rank correlation of distance with difference, and the step from each number to its nearest one.
#include <algorithm>
#include <cmath>
#include <set>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/anchor_rows.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/math/linear/tsne.h"
#include "sextant/math/statistics/correlation.h"

namespace sextant::analysis {
namespace {

constexpr Index components = 8;  // whose shares are told

/// Tokens that are not anchors, ascending.
std::vector<Index> numbers_of(const Subject& subject) {
  const SplitRows& test = *split_named(subject, "test");
  std::set<Index> found(test.rows.tokens.begin(), test.rows.tokens.end());
  for (const auto& row : find_anchors(test, subject.model.shape().length)) {
    found.erase(row.first);
    found.erase(row.second);
  }
  return {found.begin(), found.end()};
}

Table embeddings_of(const Subject& subject, const std::vector<Index>& numbers) {
  const Table table = subject.model.read(subject.model.find("token.weight"));
  Table rows(static_cast<Index>(numbers.size()), table.columns);
  for (Index i = 0; i < rows.rows; ++i)
    for (Index j = 0; j < rows.columns; ++j) rows(i, j) = table(numbers[static_cast<std::size_t>(i)], j);
  return rows;
}

struct Order {
  double along_component = 0;  // largest |Spearman| of a number with one of its first three components
  double with_difference = 0;  // Spearman of distances and differences, over pairs
  double step = 0;             // median difference of a number and its nearest one
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

Order measure_order(const std::vector<Index>& numbers, const Table& distances, const Projection& projection) {
  Order order;
  const std::vector<double> values(numbers.begin(), numbers.end());
  for (Index component = 0; component < std::min<Index>(3, projection.points.columns); ++component) {
    std::vector<double> place;
    for (Index i = 0; i < projection.points.rows; ++i) place.push_back(projection.points(i, component));
    order.along_component = std::max(order.along_component, std::abs(spearman(place, values).value));
  }
  std::vector<double> apart, difference, steps;
  for (Index i = 0; i < distances.rows; ++i) {
    Index nearest = i == 0 ? 1 : 0;
    for (Index j = 0; j < distances.rows; ++j) {
      if (j != i && distances(i, j) < distances(i, nearest)) nearest = j;
      if (j >= i) continue;
      apart.push_back(distances(i, j));
      difference.push_back(values[static_cast<std::size_t>(i)] - values[static_cast<std::size_t>(j)]);
    }
    steps.push_back(std::abs(values[static_cast<std::size_t>(i)] - values[static_cast<std::size_t>(nearest)]));
  }
  order.with_difference = spearman(apart, difference).value;
  order.step = median(std::move(steps));
  return order;
}

class EmbeddingOrder final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit EmbeddingOrder(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_anchors(subject); !reason.empty()) return {.left_out = std::move(reason)};
    const auto numbers = numbers_of(subject);
    const Table vectors = embeddings_of(subject, numbers);
    if (vectors.rows < 8 || vectors.columns < components)
      return {.left_out = "there are too few numbers or embedding dimensions"};
    const Projection projection = principal_components(vectors, components);
    const Table distances = euclidean_distances(vectors);
    const Order order = measure_order(numbers, distances, projection);
    Findings findings{.numbers = {{"along_component", order.along_component},
                                  {"with_difference", order.with_difference},
                                  {"step", order.step}}};
    for (std::size_t i = 0; i < projection.share.size(); ++i)
      findings.numbers.push_back({fmt::format("share[{}]", i + 1), projection.share[i]});
    findings.panels.push_back(
        draw_map(numbers, projection, tsne(distances, {.starts = 1, .seed = subject.seed}), order));
    findings.panels.push_back(draw_shares(projection));
    return findings;
  }

 private:
  static Panel draw_map(const std::vector<Index>& numbers, const Projection& projection, const Tsne& map,
                        const Order& order) {
    Table plane(projection.points.rows, 2);
    Tree labels = Tree::array();
    for (Index i = 0; i < plane.rows; ++i) {
      for (Index j = 0; j < 2; ++j) plane(i, j) = projection.points(i, j);
      labels.push_back(std::to_string(numbers[static_cast<std::size_t>(i)]));
    }
    const double share = projection.share[0] + projection.share[1];
    return {"embedding_order",
            "positions_map",
            "Embeddings of the numbers",
            fmt::format("One point per number. Embedding distances correlate with numerical differences at rank "
                        "correlation {:.2f}; the nearest neighbour of a number differs by {:g} (median).",
                        order.with_difference, order.step),
            36,
            {{"labels", std::move(labels)},
             {"colours", {{{"label", "number"}, {"values", numbers}}}},
             {"maps",
              {{{"name", "PCA"},
                {"note", fmt::format("{:.1f} % of the variance", 100 * share)},
                {"points", write_rows(plane, five_digits)}},
               {{"name", "t-SNE"},
                {"note", fmt::format("perplexity {:.3g}, KL divergence {:.2g}", map.perplexity, map.divergence)},
                {"points", write_rows(map.points, five_digits)}}}}}};
  }

  static Panel draw_shares(const Projection& projection) {
    Tree values = Tree::array();
    for (const double share : projection.share) values.push_back(five_digits(share));
    return {"embedding_shares",
            "spectrum",
            "Explained variance of the embeddings",
            "Explained variance ratios of the embeddings of the numbers: a few large ones indicate that the "
            "numbers lie on a curve.",
            37,
            {{"series", {{{"label", "numbers"}, {"values", std::move(values)}}}},
             {"y", {{"label", "explained variance ratio"}}}}};
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(embedding_order, EmbeddingOrder)

}  // namespace sextant::analysis
