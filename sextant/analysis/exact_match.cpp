// The share of samples whose every scored token is right: for tasks that ask for sequences (tasks/sentence_task.h says
// why this is what greedy decoding would get). On every held-out split, and apart for each kind of row.
#include <algorithm>
#include <map>

#include "sextant/analysis/analysis.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

constexpr Index sentences_at_once = 16;  // samples at a time, so that activations stay in the cache

struct Tally {
  Index samples = 0;
  Index exact = 0;
  double share() const { return static_cast<double>(exact) / static_cast<double>(samples); }
};

/// outputs (length, classes), labels (length)
bool is_exact(const Table& outputs, Index first_row, std::span<const std::int32_t> labels) {
  for (std::size_t token = 0; token < labels.size(); ++token) {
    if (labels[token] == Batch::unscored) continue;
    const double* row = outputs.values.data() + (first_row + static_cast<Index>(token)) * outputs.columns;
    if (std::max_element(row, row + outputs.columns) - row != labels[token]) return false;
  }
  return true;
}

/// One answer per sample.
std::vector<bool> match(Model& model, const Batch& batch, std::uint64_t seed) {
  const Index length = model.shape().length;
  std::vector<bool> exact;
  model.begin_batch(batch, 0, batch.samples, {.seed = seed});
  for (Index first = 0; first < batch.samples; first += sentences_at_once) {
    look_for_stop();
    const Index count = std::min(sentences_at_once, batch.samples - first);
    model.forward_chunk(first, count);
    const Table outputs = model.read_outputs();
    for (Index i = 0; i < count; ++i)
      exact.push_back(
          is_exact(outputs, i * length,
                   std::span(batch.labels)
                       .subspan(static_cast<std::size_t>((first + i) * length), static_cast<std::size_t>(length))));
  }
  return exact;
}

class ExactMatch final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit ExactMatch(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    const TaskShape& shape = subject.model.shape();
    if (shape.loss != LossKind::cross_entropy || shape.readout != ReadoutPlace::every)
      return {.left_out = "the task is not a sequence-to-sequence task"};
    if (subject.splits.empty()) return {.left_out = "there are no held-out samples"};
    Findings findings;
    Tree rows = Tree::array();
    for (const auto& split : subject.splits) {
      const auto exact = match(subject.model, split.rows, subject.seed);
      std::map<std::string, Tally> tallies;
      Tally all;
      for (std::size_t i = 0; i < exact.size(); ++i) {
        count(all, exact[i]);
        if (!split.groups.empty()) count(tallies[split.groups[i]], exact[i]);
      }
      findings.numbers.push_back({split.name, all.share()});
      rows.push_back({split.name, "all", all.samples, five_digits(all.share())});
      if (tallies.size() < 2) continue;
      for (const auto& [kind, tally] : tallies) {
        findings.numbers.push_back({fmt::format("{}[{}]", split.name, kind), tally.share()});
        rows.push_back({split.name, kind, tally.samples, five_digits(tally.share())});
      }
    }
    Tree columns = Tree::array();
    for (const char* label : {"split", "kind", "samples", "exact match"}) columns.push_back({{"label", label}});
    findings.panels.push_back(
        {"exact_match",
         "table",
         "Exact match",
         "Fraction of samples whose whole output sequence is correct, by held-out split and condition.",
         41,
         {{"columns", std::move(columns)}, {"rows", std::move(rows)}}});
    return findings;
  }

 private:
  static void count(Tally& tally, bool exact) {
    ++tally.samples;
    tally.exact += exact ? 1 : 0;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(exact_match, ExactMatch)

}  // namespace sextant::analysis
