// Does a model attend as reference models do? Cosine of its attention map with the mean map of the references, sample
// by sample and layer by layer (Ito et al., arXiv 2406.08272). Two spread maps are alike whatever they look at, so
// there are controls: the uniform map, the reference with its tokens in another order, and the cosine of what differs
// from uniform (centred), which training must earn.
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/attention.h"
#include "sextant/analysis/attention_comparison.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

struct AttentionAgreementOptions final : Options {
  Index draws = 99;
  void visit(OptionVisitor& option) override {
    option("draws", draws, between(1, 1e5), "number of token permutations of the reference for the null distribution");
  }
};

std::string refuse_agreement(const Subject& subject) {
  if (auto reason = refuse_attention(subject.model, subject.held_out); !reason.empty()) return reason;
  if (subject.references.empty()) return "there is no reference model";
  for (const Model* other : subject.references)
    if (other->options().depth != subject.model.options().depth || other->options().cls != subject.model.options().cls)
      return "a reference model has a different number of layers or tokens";
  return "";
}

class AgreementOfAttention final : public Analysis {
 public:
  using OwnOptions = AttentionAgreementOptions;
  explicit AgreementOfAttention(const AttentionAgreementOptions& own) : draws_(own.draws) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_agreement(subject); !reason.empty()) return {.left_out = std::move(reason)};
    const Index layers = subject.model.options().depth;
    const AttentionTables maps = attention_tables(subject.model, subject.held_out);
    const AttentionTables reference = mean_attention_tables(subject.references, subject.held_out);
    LabelledTable table{"agreement", {}, {}, Table(subject.held_out.samples, layers)};
    const AttentionAgreement own = compare_attention(maps, reference, layers, {}, &table.table);
    for (Index sample = 0; sample < table.table.rows; ++sample) table.row_labels.push_back(std::to_string(sample));
    for (Index layer = 0; layer < layers; ++layer) table.column_labels.push_back(fmt::format("blocks.{}", layer));
    Findings findings{.numbers = {{"cosine", own.mean_cosine()}, {"centred", own.mean_centred()}}};
    add_controls(findings, subject, maps, reference, own.mean_centred());
    for (std::size_t layer = 0; layer < own.cosine.size(); ++layer) {
      findings.numbers.push_back({fmt::format("cosine[blocks.{}]", layer), own.cosine[layer]});
      findings.numbers.push_back({fmt::format("centred[blocks.{}]", layer), own.centred[layer]});
    }
    findings.tables.push_back(std::move(table));
    add_panel(findings, subject);
    return findings;
  }

 private:
  void add_controls(Findings& findings, const Subject& subject, const AttentionTables& maps,
                    const AttentionTables& reference, double centred) const {
    const Index layers = subject.model.options().depth;
    AttentionTables uniform = reference;
    for (auto& map : uniform) std::ranges::fill(map.values, 1 / static_cast<double>(map.columns));
    double cosine_sum = 0, centred_sum = 0;
    Index at_least = 0;
    std::vector<std::int32_t> order(static_cast<std::size_t>(reference.front().rows));
    for (Index draw = 0; draw < draws_; ++draw) {
      look_for_stop();
      Random(subject.seed, Stream::analysis, 9, static_cast<std::uint32_t>(draw)).permutation(order);
      const AttentionAgreement other = compare_attention(maps, reference, layers, order, nullptr);
      cosine_sum += other.mean_cosine();
      centred_sum += other.mean_centred();
      if (other.mean_centred() >= centred) ++at_least;
    }
    const auto count = static_cast<double>(draws_);
    findings.numbers.push_back({"uniform", compare_attention(uniform, reference, layers, {}, nullptr).mean_cosine()});
    findings.numbers.push_back({"uniform_centred", 0});
    findings.numbers.push_back({"shuffled", cosine_sum / count});
    findings.numbers.push_back({"shuffled_centred", centred_sum / count});
    findings.numbers.push_back({"p", static_cast<double>(at_least + 1) / (count + 1)});
  }

  static void add_panel(Findings& findings, const Subject& subject) {
    Tree columns = Tree::array(), rows = Tree::array();
    for (const char* label : {"attention", "cosine", "centred"}) columns.push_back({{"label", label}});
    const auto add = [&](const std::string& label, const std::string& raw, const std::string& centred) {
      rows.push_back({label, five_digits(findings.number(raw)), five_digits(findings.number(centred))});
    };
    add("of this model", "cosine", "centred");
    for (Index layer = 0; layer < subject.model.options().depth; ++layer)
      add(fmt::format("of its block {}", layer + 1), fmt::format("cosine[blocks.{}]", layer),
          fmt::format("centred[blocks.{}]", layer));
    add("uniform", "uniform", "uniform_centred");
    add("reference with permuted tokens", "shuffled", "shuffled_centred");
    findings.panels.push_back(
        {"attention_agreement",
         "table",
         "Attention similarity to the reference",
         fmt::format("Cosine similarity to the mean attention maps of {} reference models, over {} held-out samples; "
                     "centred: after subtracting uniform attention. Values not above the controls are not evidence of "
                     "similarity.",
                     subject.references.size(), subject.held_out.samples),
         32,
         {{"columns", std::move(columns)}, {"rows", std::move(rows)}}});
  }

  Index draws_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(attention_agreement, AgreementOfAttention)

}  // namespace sextant::analysis
