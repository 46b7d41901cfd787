// Cells of a grid that share a row or a column, as in a Latin square: do their positions resemble each other more than
// those of other cells? Such cells form a rook's graph, which no map in the plane can show; its matrix can.
//   auc   the probability that a pair with a common line is more similar than a pair without (0.5: chance; 1: always)
//   gap   mean similarity of pairs with a common line - of the others
// Similarity is the cosine of centred position vectors, averaged over the blocks where they have their own.
#include <algorithm>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/math/graph/position_modules.h"

namespace sextant::analysis {
namespace {

/// 1 where two cells have a row or a column in common.
Table common_lines(const Arrangement& places) {
  const Table cells = places.as_coordinates("shared_lines");
  Table result(cells.rows, cells.rows);
  for (Index s = 0; s < cells.rows; ++s)
    for (Index t = 0; t < cells.rows; ++t)
      for (Index axis = 0; axis < cells.columns; ++axis)
        if (cells(s, axis) == cells(t, axis)) result(s, t) = 1;
  return result;
}

/// Where each pair stands among all pairs: 0 the least similar, 1 the most. Similarities themselves are often small,
/// and what is compared is their order.
Table ranks_of_pairs(const Table& similarity) {
  std::vector<double> sorted;
  for (Index s = 0; s < similarity.rows; ++s)
    for (Index t = 0; t < s; ++t) sorted.push_back(similarity(s, t));
  std::ranges::sort(sorted);
  Table ranks(similarity.rows, similarity.rows);
  for (Index s = 0; s < similarity.rows; ++s)
    for (Index t = 0; t < similarity.rows; ++t) {
      const auto [first, last] = std::ranges::equal_range(sorted, similarity(s, t));
      const double below = static_cast<double>((first - sorted.begin()) + (last - sorted.begin()) - 1) / 2;
      ranks(s, t) = s == t ? std::nan("") : below / static_cast<double>(std::max<std::size_t>(1, sorted.size() - 1));
    }
  return ranks;
}

struct LineContrast {
  double auc = 0.5, gap = 0;
};

LineContrast contrast(const Table& similarity, const Table& lines) {
  std::vector<double> together, apart;
  for (Index s = 0; s < lines.rows; ++s)
    for (Index t = 0; t < s; ++t) (lines(s, t) > 0 ? together : apart).push_back(similarity(s, t));
  if (together.empty() || apart.empty()) return {};
  double above = 0, mean_together = 0, mean_apart = 0;
  for (const double one : together) {
    mean_together += one / static_cast<double>(together.size());
    for (const double other : apart) above += one > other ? 1 : one == other ? 0.5 : 0;
  }
  for (const double other : apart) mean_apart += other / static_cast<double>(apart.size());
  return {above / static_cast<double>(together.size() * apart.size()), mean_together - mean_apart};
}

std::vector<Table> vectors_of(const std::vector<PositionTable>& tables) {
  std::vector<Table> vectors;
  for (const auto& table : tables)
    if (table.geometry.kind == Geometry::Kind::vectors) vectors.push_back(table.geometry.table);
  return vectors;
}

class SharedLines final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit SharedLines(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    if (subject.places.kind() != Arrangement::Kind::grid || subject.places.extents().size() < 2)
      return {.left_out = "the tokens do not stand on a grid with rows and columns"};
    const auto tables = position_tables(subject.model);
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return {.left_out = std::move(reason)};
    const auto vectors = vectors_of(tables);
    if (vectors.empty()) return {.left_out = "the encoding has no position vectors"};
    const Table lines = common_lines(subject.places);
    const Table similarity = mean_similarities(vectors, true);
    const LineContrast found = contrast(similarity, lines);
    Findings findings;
    findings.numbers = {{"auc", found.auc}, {"gap", found.gap}};
    Tree matrices = Tree::array();
    const auto add = [&](const char* name, const std::string& note, const Table& values) {
      matrices.push_back({{"name", name}, {"note", note}, {"values", write_rows(values, four_decimals)}});
    };
    if (!subject.history.empty() && subject.history.front().tables.size() == vectors.size()) {
      const Table before = mean_similarities(subject.history.front().tables, true);
      add("before training", fmt::format("AUC {:.2f}", contrast(before, lines).auc), ranks_of_pairs(before));
    }
    add("after training", fmt::format("AUC {:.2f}", found.auc), ranks_of_pairs(similarity));
    add("same row or column", "the truth", lines);
    findings.panels.push_back(make_panel(subject.places, std::move(matrices)));
    return findings;
  }

 private:
  static Panel make_panel(const Arrangement& places, Tree matrices) {
    Tree data{{"labels", labels_of(places)}, {"unit", "cell"}, {"range", {0, 1}}, {"matrices", std::move(matrices)}};
    data["borders"] = Tree::array();
    data["groups"] = Tree::array();
    const Index columns = places.count() / places.extents().front();
    for (Index row = 0; row < places.extents().front(); ++row) {
      if (row > 0) data["borders"].push_back(row * columns);
      data["groups"].push_back(fmt::format("row {}", row + 1));
    }
    return {"shared_lines",
            "similarity_matrix",
            "Which cells does the model treat alike?",
            "How similar the positions of two cells are, as a rank among all pairs (cosine; 0 the least similar pair, "
            "1 the "
            "most), beside the pairs that share a row or a column. "
            "AUC is the probability that a pair with a common line is more similar than a pair without.",
            19,
            std::move(data)};
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(shared_lines, SharedLines)

}  // namespace sextant::analysis
