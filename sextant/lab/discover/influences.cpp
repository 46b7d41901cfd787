#include "sextant/lab/discover/influences.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/data/series/covariance.h"
#include "sextant/lab/discover/prediction_errors.h"
#include "sextant/lab/experiment/findings_files.h"
#include "sextant/math/linear/partial_correlations.h"
#include "sextant/math/linear/ridge.h"
#include "sextant/math/statistics/student_interval.h"

namespace sextant::lab {
namespace {

constexpr double no_judgement = std::numeric_limits<double>::quiet_NaN();

/// All ordered pairs of different variables.
std::vector<double> list_pairs(const Table& table) {
  std::vector<double> values;
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      if (i != j) values.push_back(table(i, j));
  return values;
}

/// Squared weights of ridge regression of the values now on earlier ones, summed over lags: (onto, from).
Table fit_autoregression(const PreparedRows& rows, const Table& covariance) {
  const Index n = rows.hidden, all = covariance.rows;
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(all), 0);
  std::fill_n(mask.begin(), n, std::uint8_t{1});
  const std::vector<Table> folds = {second_moments(rows.train, 0, rows.half),
                                    second_moments(rows.train, rows.half, rows.train.rows - rows.half)};
  const Table weights = masked_weights(covariance, MaskedRidge(covariance, folds, {mask}).ridge(), mask);
  Table strength(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < all - n; ++k) strength(i, k % n) += weights(i, k) * weights(i, k);
  return strength;
}

/// The largest size of a correlation with the values at any lag.
Table correlate_lags(const Table& correlations, Index n) {
  Table strength(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index k = n; k < correlations.rows; ++k)
      strength(i, k % n) = std::max(strength(i, k % n), std::abs(correlations(i, k)));
  return strength;
}

Table correlate_now(const Table& correlations, Index n) {
  Table strength(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) strength(i, j) = std::abs(correlations(i, j));
  return strength;
}

Table mean_table(const std::vector<Table>& tables) {
  Table sum(tables.front().rows, tables.front().columns);
  for (const auto& one : tables)
    for (std::size_t i = 0; i < sum.values.size(); ++i)
      sum.values[i] += one.values[i] / static_cast<double>(tables.size());
  return sum;
}

double compare_pairs(const Table& a, const Table& b) { return spearman(list_pairs(a), list_pairs(b)).value; }

double agreement_of(const std::vector<Table>& tables) {
  double sum = 0, pairs = 0;
  for (std::size_t a = 0; a < tables.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      sum += compare_pairs(tables[a], tables[b]);
      pairs += 1;
    }
  return pairs > 0 ? sum / pairs : no_judgement;
}

void judge_all(const std::vector<Table>& by_seed, const Table& couplings, Influences& result) {
  for (auto& one : result.sources) {
    one.edges = judge_edges(one.strength, couplings);
    one.direction = judge_directions(one.strength, couplings);
  }
  auto& learned = result.sources.front();
  if (!std::isfinite(learned.edges)) return;
  const auto best =
      std::ranges::max_element(result.sources.begin() + 1, result.sources.end(), {}, &Influences::Source::edges);
  Added added{learned.edges, best->edges, best->name, learned.edges - best->edges, {}, {}};
  std::vector<double> differences;
  for (const auto& own : by_seed) {
    learned.seeds.push_back(judge_edges(own, couplings));
    differences.push_back(learned.seeds.back() - best->edges);
  }
  added.over_seeds = student_interval(differences);
  result.added = added;
}

}  // namespace

std::vector<Table> gather_influences(const CaseEvidence& one) {
  std::vector<Table> found;
  for (const auto* run : runs_by_seed(one)) {
    const Tree findings = read_findings(run->directory, "influence", true);
    require(findings.is_object() && findings.contains("tables") && !findings["tables"].empty(),
            "{}: the analysis `influence` is missing; re-running the same command computes it", run->directory);
    const Tree& values = findings["tables"][0]["values"];
    Table table(static_cast<Index>(values.size()), static_cast<Index>(values.size()));
    for (Index i = 0; i < table.rows; ++i)
      for (Index j = 0; j < table.rows; ++j)
        table(i, j) = values[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
    found.push_back(std::move(table));
  }
  return found;
}

double judge_edges(const Table& strength, const Table& couplings) {
  const auto values = list_pairs(strength), truth = list_pairs(couplings);
  const auto order = ranks(values);
  double coupled = 0, sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == 0) continue;
    coupled += 1;
    sum += order[i];
  }
  const double others = static_cast<double>(truth.size()) - coupled;
  return coupled > 0 && others > 0 ? (sum - coupled * (coupled + 1) / 2) / (coupled * others) : no_judgement;
}

double judge_directions(const Table& strength, const Table& couplings) {
  double pairs = 0, right = 0;
  for (Index i = 0; i < couplings.rows; ++i)
    for (Index j = 0; j < couplings.rows; ++j) {
      if (i == j || couplings(i, j) == 0 || couplings(j, i) != 0) continue;
      pairs += 1;
      right += strength(i, j) > strength(j, i) ? 1.0 : (strength(i, j) == strength(j, i) ? 0.5 : 0.0);
    }
  return pairs > 0 ? right / pairs : no_judgement;
}

Influences compare_influences(const std::vector<Table>& by_seed, const PreparedRows& rows, const Table& covariance,
                              const Table& couplings) {
  const Table correlations = correlations_of_covariance(covariance);
  Influences result;
  result.sources = {{"learned models", mean_table(by_seed), no_judgement, no_judgement, {}},
                    {"ridge regression on lags", fit_autoregression(rows, covariance), no_judgement, no_judgement, {}},
                    {"lagged correlations", correlate_lags(correlations, rows.hidden), no_judgement, no_judgement, {}},
                    {"correlations", correlate_now(correlations, rows.hidden), no_judgement, no_judgement, {}}};
  result.seeds = agreement_of(by_seed);
  result.ridge = compare_pairs(result.sources[0].strength, result.sources[1].strength);
  if (couplings.rows > 0) judge_all(by_seed, couplings, result);
  return result;
}

}  // namespace sextant::lab
