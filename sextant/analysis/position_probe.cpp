// Can position be read from the hidden states when content says nothing of it? A linear probe (ridge regression) from
// the states of half the samples to the index of their token, judged on the other half, for the embeddings and every
// block: R^2[layer], beside the same with the positions of every sample shuffled. Where the tokens stand in a plane or
// in space, the true coordinates are read too. Works for every mixer.
#include <algorithm>

#include "sextant/analysis/null_table.h"
#include "sextant/analysis/shuffled_states.h"
#include "sextant/analysis/true_places.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/linear_probe.h"

namespace sextant::analysis {
namespace {

struct PositionProbeOptions final : Options {
  Index samples = 512;
  Index draws = 99;
  void visit(OptionVisitor& option) override {
    option("samples", samples, at_least(4), "maximum number of samples, half of them to fit and half to judge");
    option("draws", draws, between(1, 1e5), "number of shuffles of the positions for the null distribution");
  }
};

/// A number for each position.
struct Target {
  std::string name;
  std::vector<double> of_position;
};

std::vector<Target> list_targets(const Subject& subject, Index length) {
  std::vector<Target> targets{{"r2", {}}};
  for (Index position = 0; position < length; ++position)
    targets.front().of_position.push_back(static_cast<double>(position));
  if (subject.places.count() != length) return targets;
  const TruePlaces truth = make_true_places(subject.places, subject.model.options().width);
  if (truth.axes.size() < 2) return targets;
  for (std::size_t axis = 0; axis < truth.axes.size(); ++axis) {
    targets.push_back({truth.axes[axis] + "_r2", {}});
    for (Index position = 0; position < length; ++position)
      targets.back().of_position.push_back(truth.coordinates(position, static_cast<Index>(axis)));
  }
  return targets;
}

class PositionProbe final : public Analysis {
 public:
  using OwnOptions = PositionProbeOptions;
  explicit PositionProbe(const PositionProbeOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_states(subject.model); !reason.empty()) return {.left_out = std::move(reason)};
    const Index length = subject.model.shape().length;
    if (length < 2) return {.left_out = "a sample has one token, so there is no position to read"};
    const ShuffledStates states = shuffled_states(subject, own_.samples);
    if (states.batch.samples < 4) return {.left_out = "there are fewer than four samples"};
    const auto targets = list_targets(subject, length);
    NullTable table;
    for (const auto& layer : states.layers) {
      const Index border = states.batch.samples / 2 * length;
      const LinearProbe probe(rows_of(layer.rows, 0, border), rows_of(layer.rows, border, layer.rows.rows));
      for (const auto& target : targets) {
        const auto measure_one = [&](const std::vector<Index>& positions) {
          std::vector<double> wanted;
          for (const Index position : positions)
            wanted.push_back(target.of_position[static_cast<std::size_t>(position)]);
          return probe.r_squared(std::span(wanted).first(static_cast<std::size_t>(border)),
                                 std::span(wanted).subspan(static_cast<std::size_t>(border)));
        };
        std::vector<double> shuffled;
        for (Index draw = 0; draw < own_.draws; ++draw) {
          look_for_stop();
          shuffled.push_back(measure_one(shuffled_positions(states, subject.seed, draw)));
        }
        table.add(target.name, layer.name, measure_one(true_positions(states)), shuffled);
      }
    }
    return table.findings(
        "position_probe", "Position read from hidden states",
        fmt::format("R^2 of a linear probe from the hidden state of a token to its index (and true coordinates), on "
                    "samples it was not fitted to. The tokens of every sample are in random order, so content says "
                    "nothing of position. Beside it the mean over {} shuffles of the positions, and the p-value.",
                    own_.draws),
        26);
  }

 private:
  static Table rows_of(const Table& table, Index first, Index end) {
    Table part(end - first, table.columns);
    std::copy(table.values.begin() + first * table.columns, table.values.begin() + end * table.columns,
              part.values.begin());
    return part;
  }
  static std::vector<Index> true_positions(const ShuffledStates& states) {
    std::vector<Index> positions;
    for (Index row = 0; row < states.batch.samples * states.length; ++row) positions.push_back(row % states.length);
    return positions;
  }

  PositionProbeOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(position_probe, PositionProbe)

}  // namespace sextant::analysis
