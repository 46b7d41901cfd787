// Cosine of every pair of position vectors, block by block. Encodings that know only distances D are compared around
// their centre: cos = B_st / sqrt(B_ss B_tt), B = -1/2 J D^2 J.
#include <algorithm>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/statistics/correlation.h"

namespace sextant::analysis {
namespace {

constexpr Index most_similarities = 300'000;  // of a panel: what a page can carry

Table similarities(const PositionTable& table) {
  if (table.geometry.kind == Geometry::Kind::vectors) return cosine_similarities(table.geometry.table);
  const Table gram = centred_gram(table.distances);
  Table result(gram.rows, gram.rows);
  for (Index s = 0; s < gram.rows; ++s)
    for (Index t = 0; t < gram.rows; ++t) result(s, t) = gram(s, t) / std::sqrt(gram(s, s) * gram(t, t));
  return result;
}

/// Of every pair, where it is a number.
struct Pairs {
  std::vector<double> similarity, distance;
};

Pairs pairs_of(const Table& similarity, const Table& distance) {
  Pairs pairs;
  for (Index s = 0; s < similarity.rows; ++s)
    for (Index t = 0; t < s; ++t)
      if (std::isfinite(similarity(s, t))) {
        pairs.similarity.push_back(similarity(s, t));
        pairs.distance.push_back(distance(s, t));
      }
  return pairs;
}

/// Lines between the rows of a grid.
void add_borders(Tree& data, const Arrangement& places) {
  if (places.kind() != Arrangement::Kind::grid || places.extents().size() != 2) return;
  data["borders"] = Tree::array();
  data["groups"] = Tree::array();
  for (Index row = 0; row < places.extents()[0]; ++row) {
    if (row > 0) data["borders"].push_back(row * places.extents()[1]);
    data["groups"].push_back(fmt::format("row {}", row + 1));
  }
}

class PositionSimilarity final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit PositionSimilarity(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    const auto tables = position_tables(subject.model);
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return {.left_out = std::move(reason)};
    const Index n = subject.places.count();
    if (n * n > most_similarities) return {.left_out = fmt::format("a matrix of {} tokens is too large to show", n)};
    const Table true_distances = subject.places.as_distances("position_similarity");
    Findings findings;
    Tree matrices = Tree::array();
    for (const auto& table : tables) {
      const Table similarity = similarities(table);
      const Pairs pairs = pairs_of(similarity, true_distances);
      double mean = 0;
      for (const double one : pairs.similarity) mean += one / static_cast<double>(pairs.similarity.size());
      const double correlation = spearman(pairs.similarity, pairs.distance).value;
      findings.numbers.push_back({fmt::format("mean[{}]", table.name), mean});
      findings.numbers.push_back({fmt::format("with_distance[{}]", table.name), correlation});
      if (static_cast<Index>(matrices.size() + 1) * n * n > most_similarities) continue;
      matrices.push_back({{"name", table.name},
                          {"note", fmt::format("correlation with distance {:.2f}", correlation)},
                          {"values", write_rows(similarity, four_decimals)}});
    }
    findings.panels.push_back(make_panel(subject.places, tables.size(), std::move(matrices)));
    return findings;
  }

 private:
  static Panel make_panel(const Arrangement& places, std::size_t tables, Tree matrices) {
    std::string caption =
        "Cosine similarity of every pair of position vectors. The rank correlation with the true distance of the "
        "tokens is -1 if closer tokens are always more similar.";
    if (matrices.size() < tables)
      caption += fmt::format(" Of {} blocks the first {} are shown.", tables, matrices.size());
    Tree data{{"labels", labels_of(places)}, {"range", {-1, 1}}, {"matrices", std::move(matrices)}};
    add_borders(data, places);
    return {"position_similarity", "similarity_matrix", "Similarity of positions", std::move(caption), 21,
            std::move(data)};
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(position_similarity, PositionSimilarity)

}  // namespace sextant::analysis
