// Whose past is each variable predicted from? The past of one variable is exchanged between held-out samples, and half
// the mean squared change of a prediction is what that variable has to do with it, J_ij = E[(f_i(x) - f_i(x with x_j of
// another sample))^2] / 2: the total index of Jansen (1999). Of a linear model of standardised independent variables it
// is the squared weight. Needs tokens of earlier times (task.lags).
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

struct InfluenceOptions final : Options {
  Index variables = 0;
  Index rows = 128;
  std::string split = "test";
  Index seed = 1;
  void visit(OptionVisitor& option) override {
    option("variables", variables, at_least(0),
           "number of variables; the tokens are their values now, then those at each lag");
    option("rows", rows, at_least(2), "maximum number of held-out samples");
    option("split", split, "held-out split to evaluate");
    option("seed", seed, at_least(0), "seed of the exchanges");
  }
};

constexpr Index influence_at_once = 16;  // samples at a time, so that activations stay in the cache

/// Samples spread evenly over all rows.
Batch thin_out(const Batch& batch, Index samples, Index length) {
  Batch rows = batch;
  rows.samples = samples;
  const auto tokens = static_cast<std::size_t>(samples * length);
  for (auto* values : {&rows.values, &rows.targets}) values->resize(tokens);
  rows.masked.resize(tokens);
  for (Index sample = 0; sample < samples; ++sample) {
    const Index from = sample * batch.samples / samples * length, to = sample * length;
    for (Index i = 0; i < length; ++i) {
      const auto source = static_cast<std::size_t>(from + i), place = static_cast<std::size_t>(to + i);
      rows.values[place] = batch.values[source];
      rows.targets[place] = batch.targets[source];
      rows.masked[place] = batch.masked[source];
    }
  }
  return rows;
}

/// Of all masked tokens, sample by sample.
std::vector<double> predict(Model& model, const Batch& rows) {
  std::vector<double> predictions;
  model.begin_batch(rows, 0, rows.samples, {});
  for (Index first = 0; first < rows.samples; first += influence_at_once) {
    look_for_stop();
    model.forward_chunk(first, std::min(influence_at_once, rows.samples - first));
    const Table outputs = model.read_outputs();
    predictions.insert(predictions.end(), outputs.values.begin(), outputs.values.end());
  }
  return predictions;
}

class Influence final : public Analysis {
 public:
  using OwnOptions = InfluenceOptions;
  explicit Influence(const InfluenceOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    const TaskShape& shape = subject.model.shape();
    const Index count = own_.variables;
    if (count < 2 || shape.length <= count || shape.length % count != 0)
      return {.left_out =
                  fmt::format("{} tokens are not {} variables at several times (task.lags)", shape.length, count)};
    const auto split = std::ranges::find(subject.splits, own_.split, &SplitRows::name);
    if (split == subject.splits.end()) return {.left_out = fmt::format("the task has no split '{}'", own_.split)};
    const Index samples = std::min(own_.rows, split->rows.samples);
    if (samples < 2) return {.left_out = fmt::format("{} held-out samples are too few to exchange", samples)};
    const Batch rows = thin_out(split->rows, samples, shape.length);
    const auto before = predict(subject.model, rows);
    Table strength(count, count);  // (onto, from)
    Batch changed = rows;
    for (Index from = 0; from < count; ++from) {
      exchange(rows, from, changed);
      add_changes(before, predict(subject.model, changed), rows, from, strength);
      changed.values = rows.values;
    }
    std::vector<std::string> names;
    for (Index i = 0; i < count; ++i)
      names.push_back(subject.tokens.names.empty() ? fmt::format("{}", i + 1)
                                                   : subject.tokens.names[static_cast<std::size_t>(i)]);
    Findings findings;
    findings.tables.push_back({"influence", names, names, std::move(strength)});
    return findings;
  }

 private:
  /// The visible values of one variable, from other samples: a random order without a fixed place.
  void exchange(const Batch& rows, Index from, Batch& changed) const {
    std::vector<std::int32_t> order(static_cast<std::size_t>(rows.samples));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    Random(static_cast<std::uint64_t>(own_.seed), Stream::analysis, std::uint64_t{11} << 20,
           static_cast<std::uint32_t>(from))
        .permutation(order);
    const auto length = rows.masked.size() / order.size(), count = static_cast<std::size_t>(own_.variables);
    for (std::size_t k = 0; k < order.size(); ++k) {  // each takes the values of the next in that order
      const auto to = static_cast<std::size_t>(order[k]) * length;
      const auto source = static_cast<std::size_t>(order[(k + 1) % order.size()]) * length;
      for (auto i = static_cast<std::size_t>(from); i < length; i += count)
        if (rows.masked[to + i] == 0) changed.values[to + i] = rows.values[source + i];
    }
  }

  static void add_changes(const std::vector<double>& before, const std::vector<double>& after, const Batch& rows,
                          Index from, Table& strength) {
    const std::size_t length = rows.masked.size() / static_cast<std::size_t>(rows.samples);
    std::size_t at = 0;
    for (std::size_t i = 0; i < rows.masked.size(); ++i) {
      if (rows.masked[i] == 0) continue;
      const double change = after[at] - before[at];
      ++at;
      strength(static_cast<Index>(i % length) % strength.rows, from) +=
          change * change / (2 * static_cast<double>(rows.samples));
    }
  }

  InfluenceOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(influence, Influence)

}  // namespace sextant::analysis
