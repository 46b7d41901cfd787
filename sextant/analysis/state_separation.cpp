// Are the mean hidden states of different positions apart? For the embeddings and every block, over samples whose
// tokens are in random order:
//   explained   share of the variance of the states that lies between the means of the positions
//   nearest     distance of the two means that are nearest to each other, over the root mean square distance of a state
//               from the mean of all
//   agreement   how well the distances of these means match those of the true positions: 1 - stress, after the best
//               rescaling (stress/stress.h); the true distances are those of the task's arrangement, for corpora with
//               task.arrangement = "words" the Hellinger distances of the words
// Each beside the same with the positions of every sample shuffled: means of finitely many states are never equal.
#include <algorithm>
#include <cmath>

#include "sextant/analysis/null_table.h"
#include "sextant/analysis/shuffled_states.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/distances.h"
#include "sextant/stress/stress.h"

namespace sextant::analysis {
namespace {

struct StateSeparationOptions final : Options {
  Index samples = 128;
  Index draws = 99;
  void visit(OptionVisitor& option) override {
    option("samples", samples, at_least(2), "maximum number of samples, their tokens in random order");
    option("draws", draws, between(1, 1e5), "number of shuffles of the positions for the null distribution");
  }
};

struct Separation {
  double explained = 0, nearest = 0, agreement = 0;
};

/// Distances of the true positions, (length, length); empty where the arrangement is of something else, or all are
/// zero.
Table true_distances(const Arrangement& places, Index length) {
  if (places.count() != length) return {};
  Table distances = places.as_distances("state_separation");
  const bool usable = std::ranges::all_of(distances.values, [](double one) { return std::isfinite(one); }) &&
                      std::ranges::any_of(distances.values, [](double one) { return one > 0; });
  return usable ? distances : Table();
}

/// Takes the mean of all rows out of them; their mean square is returned.
double centre(Table& states) {
  std::vector<double> mean(static_cast<std::size_t>(states.columns), 0.0);
  for (Index i = 0; i < states.rows; ++i)
    for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += states.view().row(i)[j] / static_cast<double>(states.rows);
  double square = 0;
  for (Index i = 0; i < states.rows; ++i)
    for (std::size_t j = 0; j < mean.size(); ++j) {
      double& value = states.view().row(i)[j];
      value -= mean[j];
      square += value * value;
    }
  return square / static_cast<double>(states.rows);
}

/// `states` are centred with mean square `total`; every position has as many of them.
Separation separate(const Table& states, double total, const std::vector<Index>& positions, const Table& truth,
                    Index length) {
  Table means(length, states.columns);
  const double share = static_cast<double>(length) / static_cast<double>(states.rows);
  for (Index i = 0; i < states.rows; ++i) {
    double* const mean = means.view().row(positions[static_cast<std::size_t>(i)]);
    const double* const state = states.view().row(i);
    for (Index j = 0; j < states.columns; ++j) mean[j] += share * state[j];
  }
  double between = 0, nearest = std::numeric_limits<double>::infinity();
  for (const double value : means.values) between += value * value / static_cast<double>(length);
  for (Index s = 0; s < length; ++s)
    for (Index t = 0; t < s; ++t) {
      double square = 0;
      for (Index j = 0; j < means.columns; ++j) square += (means(s, j) - means(t, j)) * (means(s, j) - means(t, j));
      nearest = std::min(nearest, square);
    }
  if (!(total > 0)) return {};
  const double agreement = truth.rows > 0 ? 1 - measure_stress(truth, euclidean_distances(means)).shape : 0;
  return {between / total, std::sqrt(nearest / total), agreement};
}

class StateSeparation final : public Analysis {
 public:
  using OwnOptions = StateSeparationOptions;
  explicit StateSeparation(const StateSeparationOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_states(subject.model); !reason.empty()) return {.left_out = std::move(reason)};
    const Index length = subject.model.shape().length;
    if (length < 2) return {.left_out = "a sample has one token, so there are no positions to separate"};
    ShuffledStates states = shuffled_states(subject, own_.samples);
    std::vector<Index> truth;
    for (Index row = 0; row < states.batch.samples * length; ++row) truth.push_back(row % length);
    const Table distances = true_distances(subject.places, length);
    NullTable table;
    for (auto& layer : states.layers) {
      const double total = centre(layer.rows);
      const Separation own = separate(layer.rows, total, truth, distances, length);
      std::vector<double> explained, nearest, agreement;
      for (Index draw = 0; draw < own_.draws; ++draw) {
        look_for_stop();
        const Separation other =
            separate(layer.rows, total, shuffled_positions(states, subject.seed, draw), distances, length);
        explained.push_back(other.explained);
        nearest.push_back(other.nearest);
        agreement.push_back(other.agreement);
      }
      table.add("explained", layer.name, own.explained, explained);
      table.add("nearest", layer.name, own.nearest, nearest);
      if (distances.rows > 0) table.add("agreement", layer.name, own.agreement, agreement);
    }
    return table.findings(
        "state_separation", "Separation of positions in the hidden states",
        fmt::format(
            "Mean hidden state of every position over samples whose tokens are in random order: the share of "
            "the variance of the states that lies between these means, and the distance of the two nearest "
            "means over the root mean square distance of a state from the mean of all; and, where the "
            "true distances of the positions are known, how well those of the means match them (1 - stress "
            "after the best rescaling). Beside them the mean over {} shuffles of the positions, and the p-value.",
            own_.draws),
        27);
  }

 private:
  StateSeparationOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(state_separation, StateSeparation)

}  // namespace sextant::analysis
