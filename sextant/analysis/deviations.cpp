// How a pair of anchors that was never trained is answered (Zhang et al., arXiv 2405.05409): by composing the anchors
// (inferential), as the exchanged pair was taught (symmetric), or neither; and the histogram of answer minus key, in
// which either way is one bar.
#include <algorithm>
#include <map>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/anchor_rows.h"
#include "sextant/analysis/answers.h"

namespace sextant::analysis {
namespace {

using Counts = std::map<Index, Index>;  // rows by deviation

struct Ways {
  Index inferential = 0, symmetric = 0, neither = 0;
};

/// A deviation with no rows between two that have some is a bar of height 0.
Tree draw_bars(const Counts& counts, Index rows) {
  Tree points = Tree::array();
  for (Index deviation = counts.begin()->first; deviation <= counts.rbegin()->first; ++deviation) {
    const auto found = counts.find(deviation);
    const double share = found == counts.end() ? 0 : static_cast<double>(found->second) / static_cast<double>(rows);
    points.push_back({{"x", deviation}, {"y", four_decimals(share)}, {"low", nullptr}, {"high", nullptr}, {"runs", 1}});
  }
  return points;
}

LabelledTable write_table(const std::map<std::string, Counts>& by_pair) {
  LabelledTable table{"deviations", {}, {"deviation", "rows"}, {}};
  std::vector<double> values;
  for (const auto& [pair, counts] : by_pair)
    for (const auto& [deviation, rows] : counts) {
      table.row_labels.push_back(pair);
      values.insert(values.end(), {static_cast<double>(deviation), static_cast<double>(rows)});
    }
  table.table = Table(static_cast<Index>(table.row_labels.size()), 2);
  table.table.values = std::move(values);
  return table;
}

class Deviations final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit Deviations(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_anchors(subject); !reason.empty()) return {.left_out = std::move(reason)};
    const SplitRows* composed = split_named(subject, "inferential");
    const SplitRows* exchanged = split_named(subject, "symmetric");  // the same rows, other labels
    if (!composed || !exchanged) return {.left_out = "the task has no inferential and symmetric splits"};
    const Answers answers = answer(subject.model, composed->rows, {.seed = subject.seed});
    std::map<std::string, Counts> by_pair;
    Ways ways;
    for (const auto& row : find_anchors(*composed, subject.model.shape().length)) {
      const auto at = static_cast<std::size_t>(row.sample);
      const Index chosen = answers.chosen[at];
      ++by_pair[composed->groups[at]][chosen - row.key];
      if (chosen == composed->rows.labels[at])
        ++ways.inferential;
      else if (chosen == exchanged->rows.labels[at])
        ++ways.symmetric;
      else
        ++ways.neither;
    }
    return describe(ways, by_pair);
  }

 private:
  static Findings describe(const Ways& ways, const std::map<std::string, Counts>& by_pair) {
    const auto rows = static_cast<double>(ways.inferential + ways.symmetric + ways.neither);
    Findings findings{.numbers = {{"inferential", static_cast<double>(ways.inferential) / rows},
                                  {"symmetric", static_cast<double>(ways.symmetric) / rows},
                                  {"neither", static_cast<double>(ways.neither) / rows}}};
    Tree series = Tree::array();
    for (const auto& [pair, counts] : by_pair) {
      Index rows_of_pair = 0;
      for (const auto& [deviation, count] : counts) rows_of_pair += count;
      const auto most = std::ranges::max_element(counts, {}, &Counts::value_type::second);
      findings.numbers.push_back({fmt::format("most_frequent[{}]", pair), static_cast<double>(most->first)});
      series.push_back({{"label", pair}, {"points", draw_bars(counts, rows_of_pair)}});
    }
    findings.tables.push_back(write_table(by_pair));
    findings.panels.push_back(
        {"deviations",
         "metric_by_setting",
         "Answers to held-out pairs",
         fmt::format(
             "Distribution of answer minus key over the samples of each held-out pair. Composed: {:.1f} %, as for the "
             "swapped pair: {:.1f} %, neither: {:.1f} %.",
             100 * findings.numbers[0].value, 100 * findings.numbers[1].value, 100 * findings.numbers[2].value),
         30,
         {{"x", {{"label", "answer minus key"}}},
          {"y", {{"label", "fraction of samples"}}},
          {"series", std::move(series)}}});
    return findings;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(deviations, Deviations)

}  // namespace sextant::analysis
