// Do positions lie as far apart as the places of the task? Where those are the Hellinger distances between word
// distributions (task.arrangement = "words") this tests what Cirrincione (arXiv 2604.05217) says of training:
//   nearest      min |p_s - p_t| over pairs whose wanted distance is not zero: do places come apart?
//   separation   the same over mean |p|
//   merged       max |p_s - p_t| / mean |p| over pairs of the same place (a control: a padding tail)
//   spearman, p  rank correlation of both distances, with Mantel's permutation test
//   raw, shape   stress, before and after the best factor; shape[STEP] along training, where the run has a history
//   rise         the most that the shape rises from a frame to any later one: 0 where it only falls
// All are means over the encodings of the model; vectors that are all zero have stress 1.
#include <algorithm>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/stress/stress.h"

namespace sextant::analysis {
namespace {

struct DistanceAgreementOptions final : Options {
  Index permutations = 999;
  void visit(OptionVisitor& option) override {
    option("permutations", permutations, between(1, 1e6), "number of permutations for the Mantel test");
  }
};

/// Sums of numbers by name, for their means over encodings; what is not a number does not count.
class Means {
 public:
  void add(const std::string& name, double value) {
    auto found = std::ranges::find(sums_, name, &Sum::name);
    if (found == sums_.end()) found = sums_.insert(found, {name, 0, 0});
    if (!std::isfinite(value)) return;
    found->sum += value;
    ++found->count;
  }
  std::vector<Findings::Number> numbers() const {
    std::vector<Findings::Number> result;
    for (const auto& one : sums_)
      if (one.count > 0) result.push_back({one.name, one.sum / one.count});
    return result;
  }

 private:
  struct Sum {
    std::string name;
    double sum;
    int count;
  };
  std::vector<Sum> sums_;
};

double mean_norm(const Table& vectors) {
  double sum = 0;
  for (Index i = 0; i < vectors.rows; ++i) {
    double square = 0;
    for (Index j = 0; j < vectors.columns; ++j) square += vectors(i, j) * vectors(i, j);
    sum += std::sqrt(square);
  }
  return sum / static_cast<double>(vectors.rows);
}

/// At no distance from each other, and equally far from every other. The second keeps out places that are only too
/// alike to be told apart by an estimate that is cut off at zero.
bool same_place(const Table& wanted, Index s, Index t) {
  if (wanted(s, t) > 0) return false;
  for (Index u = 0; u < wanted.rows; ++u)
    if (std::abs(wanted(s, u) - wanted(t, u)) > 1e-9) return false;
  return true;
}

void add_separation(const PositionTable& table, const Table& wanted, Means& means) {
  if (table.geometry.kind != Geometry::Kind::vectors) return;
  const double norm = mean_norm(table.geometry.table);
  double least = INFINITY, most = -1;
  for (Index s = 0; s < wanted.rows; ++s)
    for (Index t = 0; t < s; ++t) {
      if (wanted(s, t) > 0)
        least = std::min(least, table.distances(s, t));
      else if (same_place(wanted, s, t))
        most = std::max(most, table.distances(s, t));
    }
  means.add("nearest", least);
  means.add("separation", norm > 0 ? least / norm : 0);
  if (most >= 0) means.add("merged", norm > 0 ? most / norm : 0);
}

Table distances_of(const Table& frame, Geometry::Kind kind) {
  return kind == Geometry::Kind::vectors ? euclidean_distances(frame) : frame;
}

/// The shape of the stress, frame by frame, and how much it ever rises.
void add_course(const std::vector<PositionFrame>& history, std::size_t encoding, Geometry::Kind kind,
                const Table& wanted, Means& means) {
  double least = INFINITY, rise = 0;
  for (const auto& frame : history) {
    if (encoding >= frame.tables.size()) return;
    const double shape = measure_stress(wanted, distances_of(frame.tables[encoding], kind)).shape;
    means.add(fmt::format("shape[{}]", frame.step), shape);
    if (std::isfinite(shape)) least = std::min(least, shape);
    rise = std::max(rise, shape - least);
  }
  if (!history.empty()) means.add("rise", rise);
}

/// Every pair: how far apart it should be and is, and how many positions lie between.
LabelledTable list_pairs(const Table& wanted, const Table& given) {
  LabelledTable result{"pairs", {}, {"wanted", "positions", "lag"}, Table(wanted.rows * (wanted.rows - 1) / 2, 3)};
  Index row = 0;
  for (Index s = 0; s < wanted.rows; ++s)
    for (Index t = s + 1; t < wanted.rows; ++t, ++row) {
      result.row_labels.push_back(fmt::format("{}, {}", s, t));
      result.table(row, 0) = wanted(s, t);
      result.table(row, 1) = given(s, t);
      result.table(row, 2) = static_cast<double>(t - s);
    }
  return result;
}

class DistanceAgreement final : public Analysis {
 public:
  using OwnOptions = DistanceAgreementOptions;
  explicit DistanceAgreement(const DistanceAgreementOptions& own) : permutations_(own.permutations) {}

  Findings measure(const Subject& subject) const override {
    if (subject.places.count() < 3) return {.left_out = "fewer than three tokens have positions in the arrangement"};
    const Table wanted = subject.places.as_distances("distance_agreement");
    if (std::ranges::all_of(wanted.values, [](double one) { return one == 0; }))
      return {.left_out = "all tokens have the same position in the arrangement"};
    const MantelTest mantel(wanted, permutations_, subject.seed);
    const auto tables = position_tables(subject.model);
    Means means;
    Findings findings;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const Stress stress = measure_stress(wanted, tables[i].distances);
      const MantelResult agreement = mantel.measure(tables[i].distances);
      means.add("spearman", agreement.correlation);
      means.add("p", std::isfinite(agreement.correlation) ? agreement.p : NAN);
      means.add("raw", stress.raw);
      means.add("shape", stress.shape);
      add_separation(tables[i], wanted, means);
      add_course(subject.history, i, tables[i].geometry.kind, wanted, means);
    }
    findings.numbers = means.numbers();
    findings.tables.push_back(list_pairs(wanted, tables.front().distances));
    add_panel(findings, tables.front().geometry.rule);
    return findings;
  }

 private:
  void add_panel(Findings& findings, const std::string& rule) const {
    Tree rows = Tree::array();
    for (const auto& number : findings.numbers)
      if (number.name.find('[') == std::string::npos) rows.push_back({number.name, five_digits(number.value)});
    findings.panels.push_back(
        {"distance_agreement",
         "table",
         "Do positions preserve the distances of the arrangement?",
         fmt::format("Distances between positions ({}) compared with those of the task: rank correlation "
                     "with Mantel p-value over {} permutations, raw stress and stress after optimal "
                     "rescaling (shape), minimum distance over mean norm (separation).",
                     rule, permutations_),
         24,
         {{"columns", {{{"label", "measure"}}, {{"label", "value"}}}}, {"rows", std::move(rows)}}});
  }

  Index permutations_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(distance_agreement, DistanceAgreement)

}  // namespace sextant::analysis
