#include "sextant/lab/stress/stress_report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::lab {
namespace {

constexpr Index most_ranked = 1024;              // positions: an eigenproblem for every encoding
constexpr std::uint64_t shuffle_step = 6 << 20;  // of the stream `analysis`
constexpr double normal_95 = 1.959963984540054;

std::unique_ptr<PairDistances> distances_from(const HellingerGram& gram) {
  auto panels = distances_of_gram(gram);
  return gram.count() <= most_dense ? distances_of_table(panels->table()) : std::move(panels);
}

/// The target with its positions in another order: the right distances at the wrong places.
std::unique_ptr<PairDistances> shuffled(const Target& target, std::uint64_t seed) {
  const Table from = target.distances->table();
  std::vector<std::int32_t> order(static_cast<std::size_t>(from.rows));
  Random(seed, Stream::analysis, shuffle_step).permutation(order);
  Table to(from.rows, from.rows);
  for (Index s = 0; s < from.rows; ++s)
    for (Index t = 0; t < from.rows; ++t)
      to(s, t) = from(order[static_cast<std::size_t>(s)], order[static_cast<std::size_t>(t)]);
  return distances_of_table(std::move(to));
}

Encoding make_shuffled(const MeasuredTarget& measured, std::uint64_t seed) {
  if (measured.corpus)
    return {"shuffled",
            "distances with the tokens of each document shuffled",
            {},
            distances_from(measured.corpus->null_gram())};
  return {"shuffled", "the target with its positions permuted", {}, shuffled(measured.target, seed)};
}

/// All encodings, first those asked for, then those that say nothing.
std::vector<Encoding> make_encodings(const StressRequest& request, const MeasuredTarget& measured) {
  std::vector<Encoding> encodings;
  for (const auto& text : request.encodings)
    encodings.push_back(make_encoding(text, measured.target, request.defaults));
  for (const char* text : {"zero", "random", "equal"})
    encodings.push_back(make_encoding(text, measured.target, request.defaults));
  encodings.push_back(make_shuffled(measured, request.target.seed));
  return encodings;
}

/// Sums of many encodings against changing targets; encodings that know only the lag need no pass.
class StressComparison {
 public:
  explicit StressComparison(const std::vector<Encoding>& encodings) {
    for (const auto& encoding : encodings) {
      lags_.push_back(lags_of(*encoding.distances));
      if (lags_.back().empty()) passed_.push_back(encoding.distances.get());
    }
  }

  const std::vector<double>& lags(std::size_t encoding) const { return lags_[encoding]; }

  std::vector<Stress> measure(const PairDistances& wanted, WantedSums& sums,
                              const std::function<void(double)>& watch = {}) const {
    const StressSums all = sum_pairs(wanted, passed_, watch);
    sums = all.wanted;
    std::vector<Stress> result;
    std::size_t next = 0;
    for (const auto& by_lag : lags_)
      result.push_back(stress_of(sums, by_lag.empty() ? all.given[next++] : sum_lags(sums, by_lag)));
    return result;
  }

 private:
  std::vector<std::vector<double>> lags_;     // empty where an encoding knows more
  std::vector<const PairDistances*> passed_;  // those
};

SpectrumRanks ranks_of(const Table& distances) {
  auto values = solve_symmetric(centred_gram(distances)).values;
  std::ranges::reverse(values);
  return ranks_of_spectrum(values);
}

Interval around(double value, const std::vector<double>& replicates) {
  const double reach = normal_95 * standard_deviation(replicates);
  return {value - reach, value + reach};
}

/// The spread over replicates of the documents as an interval around what all documents say. Not their quantiles: a
/// resampled corpus has fewer distinct documents and more noise, so its stress is shifted.
void add_intervals(StressReport& report, const StressRequest& request, MeasuredTarget& measured,
                   const StressComparison& comparison, const StageWatcher& watch) {
  if (!measured.corpus || request.replicates < 2) return;
  std::vector<std::vector<double>> raw(report.rows.size()), shape(report.rows.size());
  std::vector<double> squares, null_squares;
  WantedSums sums;
  for (Index i = 1; i <= request.replicates; ++i) {
    watch("bootstrap over documents", static_cast<double>(i - 1) / static_cast<double>(request.replicates));
    const GramPair grams = measured.corpus->replicate(i);
    squares.push_back(mean_square_distance(grams.gram));
    null_squares.push_back(mean_square_distance(grams.null));
    const auto all = comparison.measure(*distances_from(grams.gram), sums);
    for (std::size_t k = 0; k < all.size(); ++k) {
      raw[k].push_back(all[k].raw);
      shape[k].push_back(all[k].shape);
    }
  }
  for (std::size_t k = 0; k < report.rows.size(); ++k) {
    report.rows[k].raw = around(report.rows[k].stress.raw, raw[k]);
    report.rows[k].shape = around(report.rows[k].stress.shape, shape[k]);
  }
  report.target.mean_square_interval = around(report.target.mean_square, squares);
  report.target.null_square_interval = around(*report.target.null_square, null_squares);
  report.replicates = request.replicates;
}

void add_order_and_ranks(StressReport& report, const StressRequest& request, const Target& target,
                         const std::vector<Encoding>& encodings, const StageWatcher& watch) {
  if (target.count() > most_dense) {
    for (auto& row : report.rows) row.order = {std::numeric_limits<double>::quiet_NaN(), 1};
    return;
  }
  const Table wanted = target.distances->table();
  const MantelTest test(wanted, request.permutations, request.target.seed);
  const OrderNull null(wanted, request.permutations, request.target.seed);
  for (std::size_t k = 0; k < report.rows.size(); ++k) {
    watch("random orders", static_cast<double>(k) / static_cast<double>(report.rows.size()));
    const Table table = encodings[k].distances->table();
    report.rows[k].order = test.measure(table);
    if (request.permutations >= fewest_orders && target.count() >= fewest_ordered)
      report.rows[k].null = null.measure(table);
    if (target.count() <= most_ranked) report.rows[k].ranks = ranks_of(table);
  }
}

}  // namespace

StressReport measure_encodings(const StressRequest& given, const StageWatcher& watch) {
  StressRequest request = given;
  require(request.permutations >= 0 && request.replicates >= 0, "permutations {} and bootstrap {} must be 0 or more",
          request.permutations, request.replicates);
  MeasuredTarget measured = measure_target(request.target, watch);
  const auto encodings = make_encodings(request, measured);
  const StressComparison comparison(encodings);
  StressReport report;
  WantedSums sums;
  const auto stresses =
      comparison.measure(*measured.target.distances, sums, [&](double share) { watch("stress", share); });
  report.target = describe_target(request.target, measured, sums);
  for (std::size_t k = 0; k < encodings.size(); ++k) {
    StressRow row{
        encodings[k].name, encodings[k].rule, k >= request.encodings.size(), stresses[k], {}, {}, {}, {}, 1, {}};
    if (comparison.lags(k).empty()) row.toeplitz = sum_pairs(*encodings[k].distances, {}).wanted.toeplitz_share();
    report.rows.push_back(std::move(row));
  }
  add_order_and_ranks(report, request, measured.target, encodings, watch);
  report.curve = make_rank_curve(measured.target);
  add_intervals(report, request, measured, comparison, watch);
  return report;
}

}  // namespace sextant::lab
