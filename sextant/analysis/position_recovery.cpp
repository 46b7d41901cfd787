// Did the positions find where the tokens stand? Against the fixed encoding of the true places (positions/grid.cpp, the
// ground truth of Ito et al., arXiv 2406.08272), encoding by encoding:
//   raw, normalised, centred   Procrustes distance |A R - B|; of tables of length 1; of tables around their centre, too
//   spearman                   rank correlation of the distances between positions with the true ones
//   distance_correlation       Szekely's, of the same
//   row_r2, column_r2, ...     leave-one-out R^2 of a linear readout of the true coordinates
// Each beside the same truth with its tokens shuffled (NAME_shuffled), and with the share of shuffles that fit as well
// (NAME_p). The raw distance is mostly the length of the table: small positions are near to anything.
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/analysis/true_places.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/ridge.h"
#include "sextant/math/statistics/correlation.h"

namespace sextant::analysis {
namespace {

struct PositionRecoveryOptions final : Options {
  Index draws = 99;
  void visit(OptionVisitor& option) override {
    option("draws", draws, between(1, 1e5), "number of shuffles of the true coordinates for the null distribution");
  }
};

struct Encoding {
  PositionTable table;
  RidgeReadout readout;
};

struct Measure {
  std::string name;
  double value = 0;
  bool more_is_better = true;
};

Table of_length_one(Table table) {
  double square = 0;
  for (const double value : table.values) square += value * value;
  for (double& value : table.values) value /= std::sqrt(square);
  return table;
}

std::vector<double> pairs_of(const Table& distances) {
  std::vector<double> pairs;
  for (Index s = 0; s < distances.rows; ++s)
    for (Index t = 0; t < s; ++t) pairs.push_back(distances(s, t));
  return pairs;
}

std::vector<double> column_of(const Table& table, Index column) {
  std::vector<double> values;
  for (Index i = 0; i < table.rows; ++i) values.push_back(table(i, column));
  return values;
}

std::vector<Measure> compare(const Encoding& encoding, const TruePlaces& truth) {
  std::vector<Measure> measures;
  const Geometry& geometry = encoding.table.geometry;
  if (geometry.kind == Geometry::Kind::vectors && truth.vectors.columns == geometry.table.columns) {
    const Table& a = geometry.table;
    const Table& b = truth.vectors;
    measures.push_back({"raw", procrustes_distance(a, b), false});
    measures.push_back({"normalised", procrustes_distance(of_length_one(a), of_length_one(b)), false});
    measures.push_back(
        {"centred", procrustes_distance(of_length_one(centre_columns(a)), of_length_one(centre_columns(b))), false});
  }
  const auto& distances = encoding.table.distances;
  measures.push_back({"spearman", spearman(pairs_of(distances), pairs_of(truth.distances)).value});
  measures.push_back({"distance_correlation", distance_correlation(distances, truth.distances)});
  for (std::size_t axis = 0; axis < truth.axes.size(); ++axis)
    measures.push_back(
        {truth.axes[axis] + "_r2", encoding.readout.r_squared(column_of(truth.coordinates, static_cast<Index>(axis)))});
  return measures;
}

/// Every measure of every encoding, and behind them the means over encodings.
std::vector<std::vector<Measure>> compare_all(const std::vector<Encoding>& encodings, const TruePlaces& truth) {
  std::vector<std::vector<Measure>> all;
  for (const auto& encoding : encodings) all.push_back(compare(encoding, truth));
  auto mean = all.front();
  for (std::size_t m = 0; m < mean.size(); ++m) {
    double sum = 0;
    for (const auto& measures : all) sum += measures[m].value / static_cast<double>(all.size());
    mean[m].value = sum;
  }
  all.push_back(std::move(mean));
  return all;
}

class PositionRecovery final : public Analysis {
 public:
  using OwnOptions = PositionRecoveryOptions;
  explicit PositionRecovery(const PositionRecoveryOptions& own) : draws_(own.draws) {}

  Findings measure(const Subject& subject) const override {
    auto tables = position_tables(subject.model);
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return {.left_out = std::move(reason)};
    std::vector<Encoding> encodings;
    for (auto& table : tables) {
      RidgeReadout readout(centred_gram(table.distances));
      encodings.push_back({std::move(table), std::move(readout)});
    }
    const TruePlaces truth = make_true_places(subject.places, subject.model.options().width);
    const auto own = compare_all(encodings, truth);
    std::vector<std::vector<std::vector<Measure>>> others;
    for (Index draw = 0; draw < draws_; ++draw) {
      look_for_stop();
      others.push_back(compare_all(
          encodings, shuffled(truth, Random(subject.seed, Stream::analysis, 10, static_cast<std::uint32_t>(draw)))));
    }
    return report(own, others);
  }

 private:
  Findings report(const std::vector<std::vector<Measure>>& own,
                  const std::vector<std::vector<std::vector<Measure>>>& others) const {
    Findings findings;
    Tree rows = Tree::array();
    const std::size_t mean = own.size() - 1;
    for (std::size_t e = own.size(); e-- > 0;) {
      if (e < mean && mean == 1) continue;  // the mean of one encoding is that encoding
      const std::string block = e == mean ? "" : fmt::format("[blocks.{}]", e);
      for (std::size_t m = 0; m < own[e].size(); ++m) {
        const Measure& measure = own[e][m];
        double sum = 0;
        Index as_good = 0;
        for (const auto& other : others) {
          const double value = other[e][m].value;
          sum += value / static_cast<double>(draws_);
          if (measure.more_is_better ? value >= measure.value : value <= measure.value) ++as_good;
        }
        const double p = static_cast<double>(as_good + 1) / static_cast<double>(draws_ + 1);
        findings.numbers.push_back({measure.name + block, measure.value});
        findings.numbers.push_back({measure.name + "_shuffled" + block, sum});
        findings.numbers.push_back({measure.name + "_p" + block, p});
        rows.push_back({e == mean ? "all" : fmt::format("block {}", e + 1), measure.name, five_digits(measure.value),
                        five_digits(sum), five_digits(p)});
      }
    }
    add_panel(findings, std::move(rows));
    return findings;
  }

  void add_panel(Findings& findings, Tree rows) const {
    Tree columns = Tree::array();
    for (const char* label : {"positions", "measure", "value", "coordinates shuffled", "p"})
      columns.push_back({{"label", label}});
    findings.panels.push_back(
        {"position_recovery",
         "table",
         "Positions vs. true coordinates",
         fmt::format(
             "Procrustes distances to a fixed encoding of the true coordinates (lower is better; raw is dominated by "
             "the norm of the embeddings), distance correlations, and R^2 of coordinates predicted by a linear probe "
             "on held-out positions. Each with its mean over {} shuffles of the true coordinates and the p-value "
             "against them.",
             draws_),
         25,
         {{"columns", std::move(columns)}, {"rows", std::move(rows)}}});
  }

  Index draws_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(position_recovery, PositionRecovery)

}  // namespace sextant::analysis
