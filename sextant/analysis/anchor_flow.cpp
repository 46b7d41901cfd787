// The two stories of how an unseen pair is answered (Zhang et al., arXiv 2405.05409, information flow), as shares of
// attention, block by block. Symmetric: the first block brings both anchors to the last token, the last block adds the
// key. Inferential: the first block brings the key to each anchor, the last block brings both anchors to the last
// token.
#include <array>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/anchor_rows.h"
#include "sextant/analysis/attention.h"

namespace sextant::analysis {
namespace {

struct AnchorFlowOptions final : Options {
  Index samples = 200;
  void visit(OptionVisitor& option) override {
    option("samples", samples, at_least(1), "maximum number of samples of held-out pairs");
  }
};

/// Of one block, means over rows and heads.
struct Shares {
  double anchors_to_last = 0;  // of the last token's attention, on both anchors together
  double key_to_last = 0;      // and on the key
  double key_to_anchors = 0;   // of each anchor's attention, on the key
};

constexpr std::array parts{std::pair{"anchors_to_last", &Shares::anchors_to_last},
                           std::pair{"key_to_last", &Shares::key_to_last},
                           std::pair{"key_to_anchors", &Shares::key_to_anchors}};

void add_row(const AnchorRow& row, const std::vector<AttentionMap>& maps, double weight, std::vector<Shares>& shares) {
  const Index key = row.key_place, first = key + 1, second = key + 2;
  for (const auto& map : maps) {
    const Index last = map.weights.rows - 1;
    Shares& of_block = shares[static_cast<std::size_t>(map.layer)];
    of_block.anchors_to_last += weight * (map.weights(last, first) + map.weights(last, second));
    of_block.key_to_last += weight * map.weights(last, key);
    of_block.key_to_anchors += weight * (map.weights(first, key) + map.weights(second, key)) / 2;
  }
}

class AnchorFlow final : public Analysis {
 public:
  using OwnOptions = AnchorFlowOptions;
  explicit AnchorFlow(const AnchorFlowOptions& own) : samples_(own.samples) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_anchors(subject); !reason.empty()) return {.left_out = std::move(reason)};
    if (auto reason = refuse_other_mixers(subject.model); !reason.empty()) return {.left_out = std::move(reason)};
    const SplitRows* split = split_named(subject, "inferential");
    if (!split) return {.left_out = "the task has no inferential split"};
    const auto rows = choose_rows(*split, subject.model.shape().length);
    if (rows.empty()) return {.left_out = "the second anchor is the last token of every sample"};
    const auto& options = subject.model.options();
    std::vector<Shares> shares(static_cast<std::size_t>(options.depth));
    const double weight = 1 / static_cast<double>(static_cast<Index>(rows.size()) * options.heads);
    for (const auto& row : rows)
      add_row(row, mean_attention(subject.model, split->rows, row.sample, 1), weight, shares);
    return describe(shares, rows.size());
  }

 private:
  /// Without rows whose second anchor is the last token itself: there the stories cannot be told apart.
  std::vector<AnchorRow> choose_rows(const SplitRows& split, Index length) const {
    auto rows = find_anchors(split, length);
    std::erase_if(rows, [&](const AnchorRow& row) { return row.key_place + 3 >= length; });
    if (static_cast<Index>(rows.size()) > samples_) rows.resize(static_cast<std::size_t>(samples_));
    return rows;
  }

  static Findings describe(const std::vector<Shares>& shares, std::size_t rows) {
    Findings findings;
    Tree series = Tree::array();
    for (const auto& [name, part] : parts) {
      Tree points = Tree::array();
      for (std::size_t block = 0; block < shares.size(); ++block) {
        const double value = shares[block].*part;
        findings.numbers.push_back({fmt::format("{}[{}]", name, block + 1), value});
        points.push_back(
            {{"x", block + 1}, {"y", four_decimals(value)}, {"low", nullptr}, {"high", nullptr}, {"runs", 1}});
      }
      series.push_back({{"label", name}, {"points", std::move(points)}});
    }
    const Shares &first = shares.front(), &last = shares.back();
    findings.numbers.push_back({"symmetric", (first.anchors_to_last + last.key_to_last) / 2});
    findings.numbers.push_back({"inferential", (first.key_to_anchors + last.anchors_to_last) / 2});
    findings.panels.push_back(
        {"anchor_flow",
         "metric_by_setting",
         "Attention between key, anchors and last token",
         fmt::format(
             "Attention weights, averaged over {} samples of held-out pairs and all heads: from the last token to "
             "the anchors and the key, and from each anchor to the key. For a symmetric answer the last token first "
             "gathers the anchors; for a composed answer the anchors first gather the key.",
             rows),
         33,
         {{"x", {{"label", "block"}}}, {"y", {{"label", "attention weight"}}}, {"series", std::move(series)}}});
    return findings;
  }

  Index samples_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(anchor_flow, AnchorFlow)

}  // namespace sextant::analysis
