// Information flow (Zhang et al., arXiv 2405.05409): tokens by layer, and which token each one takes from on its way,
// as thick as its attention. One held-out sample.
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/attention.h"

namespace sextant::analysis {
namespace {

constexpr double least_weight = 0.02;  // thinner links cannot be seen

struct Links {
  Tree drawn = Tree::array();
  double strongest_read = 0;  // into a token that is read, in the last layer
};

/// The tokens whose output is read, counted with CLS.
std::vector<Index> read_tokens(const Model& model, const Batch& batch) {
  const auto& shape = model.shape();
  const Index front = model.options().cls ? 1 : 0;
  const Index length = shape.length + front;
  if (shape.readout == ReadoutPlace::cls) return {0};
  if (shape.readout == ReadoutPlace::last) return {length - 1};
  std::vector<Index> read;
  for (Index token = shape.readout == ReadoutPlace::pooled ? 0 : front; token < length; ++token)
    if (shape.readout != ReadoutPlace::masked || batch.masked[static_cast<std::size_t>(token - front)] != 0)
      read.push_back(token);
  return read;
}

Links make_links(const std::vector<AttentionMap>& maps, const std::vector<Index>& read, Index depth) {
  Links links;
  for (const auto& map : maps)
    for (Index query = 0; query < map.weights.rows; ++query)
      for (Index key = 0; key < map.weights.columns; ++key) {
        const double weight = map.weights(query, key);
        if (map.layer == depth - 1 && std::ranges::find(read, query) != read.end())
          links.strongest_read = std::max(links.strongest_read, weight);
        if (weight < least_weight) continue;
        links.drawn.push_back({{"layer", map.layer},
                               {"from", key},
                               {"to", query},
                               {"weight", four_decimals(weight)},
                               {"head", map.head}});
      }
  return links;
}

struct InformationFlowOptions final : Options {
  std::string split;
  void visit(OptionVisitor& option) override {
    option("split", split, "split whose first sample is shown; empty: the hardest split");
  }
};

class InformationFlow final : public Analysis {
 public:
  using OwnOptions = InformationFlowOptions;
  explicit InformationFlow(const InformationFlowOptions& own) : split_(own.split) {}

  Findings measure(const Subject& subject) const override {
    const Batch& batch = choose(subject);
    if (auto reason = refuse_attention(subject.model, batch); !reason.empty()) return {.left_out = std::move(reason)};
    const Index depth = subject.model.options().depth;
    const auto read = read_tokens(subject.model, batch);
    Links links = make_links(mean_attention(subject.model, batch, 0, 1), read, depth);
    const auto count = static_cast<double>(links.drawn.size());
    return {
        .numbers = {{"links", count}, {"strongest_read", links.strongest_read}},
        .panels = {{"information_flow",
                    "information_flow",
                    "Information flow",
                    fmt::format("Which tokens each token attends to in each block, for the first held-out sample: line "
                                "width is the attention weight, colour the head. Links below "
                                "{} are omitted.",
                                least_weight),
                    32,
                    {{"tokens", token_labels(subject.model, batch, 0)},
                     {"layers", depth},
                     {"read", read},
                     {"links", std::move(links.drawn)}}}}};
  }

 private:
  const Batch& choose(const Subject& subject) const {
    if (split_.empty()) return subject.held_out;
    for (const auto& split : subject.splits)
      if (split.name == split_) return split.rows;
    fail("information_flow.split: the task has no split '{}'", split_);
  }

  std::string split_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(information_flow, InformationFlow)

}  // namespace sextant::analysis
