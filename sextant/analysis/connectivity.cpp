// Do positions know how the tokens go together? Position vectors against the correlations of the tokens' values in
// training (functional connectivity), and against coordinates where they are known, pair by pair:
//   rsa                    Spearman of cosines and correlations (representational similarity analysis); Mantel's p
//   distance_correlation   of distances between positions and 1 - correlation
//   places                 Spearman of distances between positions and between coordinates; Mantel's p
// Each with NAME_p, the share of token permutations with at least this value.
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/math/graph/nulls.h"
#include "sextant/math/graph/position_modules.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/statistics/correlation.h"

namespace sextant::analysis {
namespace {

struct ConnectivityOptions final : Options {
  Index draws = 999;
  void visit(OptionVisitor& option) override {
    option("draws", draws, between(1, 1e5), "number of token shuffles for the null distribution");
  }
};

/// 1 - correlation; a token that never varies is as far from all others as an independent one.
Table distances_by_correlation(const Table& covariance) {
  Table distances(covariance.rows, covariance.rows);
  for (Index s = 0; s < covariance.rows; ++s)
    for (Index t = 0; t < covariance.rows; ++t) {
      const double scale = std::sqrt(covariance(s, s) * covariance(t, t));
      distances(s, t) = s == t ? 0 : 1 - (scale > 0 ? covariance(s, t) / scale : 0);
    }
  return distances;
}

struct Agreement {
  std::string name;
  double value = 0;
  double p = 1;
};

class Connectivity final : public Analysis {
 public:
  using OwnOptions = ConnectivityOptions;
  explicit Connectivity(const ConnectivityOptions& own) : draws_(own.draws) {}

  Findings measure(const Subject& subject) const override {
    if (subject.tokens.covariance.rows == 0 && subject.tokens.coordinates.rows == 0)
      return {.left_out = "the task provides neither covariances nor coordinates of its tokens"};
    const auto tables = position_tables(subject.model);
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return {.left_out = std::move(reason)};
    Findings findings;
    Tree rows = Tree::array();
    for (const auto& table : tables) {
      const std::string block = tables.size() == 1 ? "" : fmt::format("[{}]", table.name);
      for (const auto& [name, value, p] : compare(table, subject)) {
        findings.numbers.push_back({name + block, value});
        findings.numbers.push_back({name + "_p" + block, p});
        rows.push_back({table.name, name, five_digits(value), five_digits(p)});
      }
    }
    add_panel(findings, std::move(rows));
    return findings;
  }

 private:
  std::vector<Agreement> compare(const PositionTable& table, const Subject& subject) const {
    std::vector<Agreement> result;
    if (subject.tokens.covariance.rows > 0) {
      const Table wanted = distances_by_correlation(subject.tokens.covariance);
      Table unlike = table.distances;
      if (table.geometry.kind == Geometry::Kind::vectors) {
        unlike = similarities_of(directions_of(table.geometry.table, true));
        for (double& value : unlike.values) value = 1 - value;
      }
      const MantelResult rsa = MantelTest(wanted, draws_, subject.seed).measure(unlike);
      result.push_back({"rsa", rsa.correlation, rsa.p});
      const auto correlation = distance_correlation_null(table.distances, wanted, draws_, subject.seed);
      result.push_back({"distance_correlation", correlation.value, correlation.p});
    }
    if (subject.tokens.coordinates.rows > 0) {
      const Table wanted = euclidean_distances(subject.tokens.coordinates);
      const MantelResult places = MantelTest(wanted, draws_, subject.seed).measure(table.distances);
      result.push_back({"places", places.correlation, places.p});
    }
    return result;
  }

  void add_panel(Findings& findings, Tree rows) const {
    Tree columns = Tree::array();
    for (const char* label : {"positions", "measure", "value", "p"}) columns.push_back({{"label", label}});
    findings.panels.push_back(
        {"connectivity",
         "table",
         "Positions vs. functional connectivity",
         fmt::format(
             "Rank correlation over pairs (RSA) and distance correlation of positions with the correlations between "
             "variables in the training data, and with the given coordinates (places). p is the fraction of {} "
             "token permutations with at least this value.",
             draws_),
         27,
         {{"columns", std::move(columns)}, {"rows", std::move(rows)}}});
  }

  Index draws_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(connectivity, Connectivity)

}  // namespace sextant::analysis
