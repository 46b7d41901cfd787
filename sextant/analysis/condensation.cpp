// Condensation of the query weights of each block (Zhang et al., arXiv 2405.05409, figure of W_Q): the cosines among
// its neurons, sorted by group, and the number of directions that are left.
#include "sextant/math/linear/condensation.h"

#include "sextant/analysis/analysis.h"

namespace sextant::analysis {
namespace {

struct CondensationOptions final : Options {
  double threshold = 0.7;
  Index most_rows = 400;
  void visit(OptionVisitor& option) override {
    option("threshold", threshold, inside(0, 1), "cosine similarity above which neurons count as aligned");
    option("most_rows", most_rows, at_least(2), "maximum number of neurons per matrix, taken from the start");
  }
};

class CondensationAnalysis final : public Analysis {
 public:
  using OwnOptions = CondensationOptions;
  explicit CondensationAnalysis(const CondensationOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    Findings findings;
    for (const auto& parameter : subject.model.tensors())
      if (parameter.role == Role::query && parameter.kind == ParameterKind::weight)
        add(findings, parameter, subject.model.read(parameter));
    if (findings.numbers.empty()) findings.left_out = "the model has no query weights";
    return findings;
  }

 private:
  void add(Findings& findings, const TensorFacts& parameter, const Table& weights) const {
    Table rows(std::min(parameter.rows, own_.most_rows), parameter.columns);
    for (Index i = 0; i < rows.rows; ++i)
      for (Index j = 0; j < rows.columns; ++j) rows(i, j) = weights(i, j);
    const Condensation found = condense(rows, own_.threshold);
    const std::string block = parameter.name.substr(0, parameter.name.find(".attention"));
    const auto share = static_cast<double>(found.directions()) / static_cast<double>(std::max<Index>(rows.rows, 1));
    findings.numbers.push_back({fmt::format("directions[{}]", block), static_cast<double>(found.directions())});
    findings.numbers.push_back({fmt::format("directions_share[{}]", block), share});
    findings.numbers.push_back({fmt::format("pairs_above[{}]", block), found.share_above});
    findings.panels.push_back(draw(found, block));
  }

  Panel draw(const Condensation& found, const std::string& block) const {
    Tree labels = Tree::array();
    for (const Index row : found.order) labels.push_back(std::to_string(row));
    std::string name = "condensation_" + block;
    std::ranges::replace(name, '.', '_');
    return {
        std::move(name),
        "similarity_matrix",
        fmt::format("Condensation of the query weights, block {}", 1 + std::stol(block.substr(block.find('.') + 1))),
        fmt::format(
            "Cosine similarity of every pair of neurons, sorted by cluster: {} neurons align with {} "
            "directions (cosine above {}); the largest cluster has {}. A few large blocks indicate condensation.",
            found.order.size(), found.directions(), own_.threshold, found.sizes.empty() ? 0 : found.sizes.front()),
        42,
        {{"labels", std::move(labels)},
         {"unit", "neuron"},
         {"range", {-1, 1}},
         {"matrices", {{{"name", "cosine"}, {"values", write_rows(found.cosines, four_decimals)}}}}}};
  }

  CondensationOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(condensation, CondensationAnalysis)

}  // namespace sextant::analysis
