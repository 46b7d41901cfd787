// Do variables help to predict each other? The error at masked variables of held-out rows, beside the same rows with
// every variable shifted in time on its own, around the end of its recording: that keeps each variable as it is and
// takes away what they share. A model that learned nothing common is as good on either, so the share of shifts that are
// predicted as well is a p-value for "the variables are independent" (rows must come in the order of time).
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

struct IndependenceOptions final : Options {
  Index draws = 99;
  Index rows = 256;
  Index variables = 0;
  std::string split = "test";
  Index seed = 1;
  void visit(OptionVisitor& option) override {
    option("draws", draws, between(1, 1e5), "number of surrogates with randomly shifted variables");
    option("rows", rows, at_least(2), "maximum number of held-out samples");
    option("variables", variables, at_least(0),
           "with task.lags: the number of variables, each of which is shifted with its own past; 0: every token alone");
    option("split", split, "held-out split to evaluate");
    option("seed", seed, at_least(0),
           "seed of the shifts, shared by all runs so that errors can be averaged per shift");
  }
};

constexpr Index rows_at_once = 32;  // samples at a time, so that activations stay in the cache

double error_of(Model& model, const Batch& batch) {
  Score score;
  model.begin_batch(batch, 0, batch.samples, {});
  for (Index first = 0; first < batch.samples; first += rows_at_once) {
    look_for_stop();
    score.add(model.forward_chunk(first, std::min(rows_at_once, batch.samples - first)));
  }
  return score.mean_loss();
}

Batch take_rows(const Batch& batch, Index samples, Index length) {
  Batch rows = batch;
  const auto tokens = static_cast<std::size_t>(samples * length);
  rows.samples = samples;
  for (auto* values : {&rows.values, &rows.targets}) values->resize(tokens);
  rows.masked.resize(tokens);
  return rows;
}

/// Where recordings begin, and the end: rows of one recording stand together.
std::vector<Index> borders_of(const SplitRows& split, Index samples) {
  std::vector<Index> borders{0};
  for (Index row = 1; row < samples && !split.groups.empty(); ++row)
    if (split.groups[static_cast<std::size_t>(row)] != split.groups[static_cast<std::size_t>(row - 1)])
      borders.push_back(row);
  borders.push_back(samples);
  return borders;
}

/// Rows [first, end): each variable of `to` is that of `from` some rows later, with its own past where that is among
/// the tokens. Masks stay where they are.
void shift_recording(const Batch& from, Index first, Index end, Index length, Index variables, const Random& random,
                     Batch& to) {
  for (Index v = 0; v < length; ++v) {
    const auto own = static_cast<std::uint64_t>(v % variables);
    const auto lag = static_cast<Index>(random.below(own, static_cast<std::uint64_t>(end - first)));
    for (Index row = first; row < end; ++row) {
      const Index other = first + (row - first + lag) % (end - first);
      const auto place = static_cast<std::size_t>(row * length + v);
      to.targets[place] = from.targets[static_cast<std::size_t>(other * length + v)];
      to.values[place] = to.masked[place] ? 0.0 : to.targets[place];
    }
  }
}

class Independence final : public Analysis {
 public:
  using OwnOptions = IndependenceOptions;
  explicit Independence(const IndependenceOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    const TaskShape& shape = subject.model.shape();
    if (shape.input != InputKind::values || shape.features != 1 || shape.readout != ReadoutPlace::masked)
      return {.left_out = "the task is not masked-variable prediction"};
    const auto split = std::ranges::find(subject.splits, own_.split, &SplitRows::name);
    if (split == subject.splits.end()) return {.left_out = fmt::format("the task has no split '{}'", own_.split)};
    const Index samples = std::min(own_.rows, split->rows.samples);
    if (samples < 3) return {.left_out = fmt::format("{} held-out samples are too few to shift", samples)};
    const Batch rows = take_rows(split->rows, samples, shape.length);
    const auto borders = borders_of(*split, samples);
    const Index variables = own_.variables == 0 ? shape.length : own_.variables;
    if (shape.length % variables != 0)
      return {.left_out = fmt::format("{} tokens are not {} variables at several times", shape.length, variables)};
    const double error = error_of(subject.model, rows);
    Batch shifted = rows;
    std::vector<double> errors;
    for (Index draw = 0; draw < own_.draws; ++draw) {
      for (std::size_t b = 0; b + 1 < borders.size(); ++b)
        shift_recording(
            rows, borders[b], borders[b + 1], shape.length, variables,
            Random(static_cast<std::uint64_t>(own_.seed), Stream::analysis,
                   (std::uint64_t{9} << 20) + static_cast<std::uint64_t>(b), static_cast<std::uint32_t>(draw)),
            shifted);
      errors.push_back(error_of(subject.model, shifted));
    }
    return report(error, errors);
  }

 private:
  Findings report(double error, const std::vector<double>& errors) const {
    double mean = 0;
    for (const double one : errors) mean += one / static_cast<double>(errors.size());
    const auto as_good = std::ranges::count_if(errors, [&](double one) { return one <= error; });
    Findings findings;
    findings.numbers = {{"error", error},
                        {"shifted", mean},
                        {"p", static_cast<double>(1 + as_good) / static_cast<double>(1 + own_.draws)}};
    LabelledTable table{"shifted", {"error"}, {}, Table(1, static_cast<Index>(errors.size()))};
    table.table.values = errors;
    for (std::size_t i = 0; i < errors.size(); ++i) table.column_labels.push_back(fmt::format("{}", i));
    findings.tables.push_back(std::move(table));
    return findings;
  }

  IndependenceOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(independence, Independence)

}  // namespace sextant::analysis
