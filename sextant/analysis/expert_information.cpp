// Do experts share out the positions? Mutual information, in bits, of the expert that the router prefers and the
// position of the token, given the token: I(E; P | T) = sum n(t,p,e)/N log2( n(t,p,e) n(t) / (n(t,p) n(t,e)) ), for
// every block, over samples whose tokens are in random order. 0 where routing goes by the token alone. PairCounts of
// few samples find some information in anything, so it stands beside the same with the experts of equal tokens
// shuffled; `entropy` H(E | T) is the most that it can be.
#include <algorithm>
#include <cmath>
#include <map>

#include "sextant/analysis/null_table.h"
#include "sextant/analysis/shuffled_states.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

struct ExpertInformationOptions final : Options {
  Index samples = 512;
  Index draws = 99;
  void visit(OptionVisitor& option) override {
    option("samples", samples, at_least(2), "maximum number of samples, their tokens in random order");
    option("draws", draws, between(1, 1e5), "number of shuffles of the experts for the null distribution");
  }
};

constexpr std::int32_t masked_token = -2;  // besides ids and blanks

/// One row: which token, where, and the expert that the router prefers.
struct Routed {
  std::int32_t token = 0;
  Index position = 0;
  Index expert = 0;
};

using PairCounts = std::map<std::pair<Index, Index>, double>;

double sum_of_logs(const PairCounts& counts) {
  double sum = 0;
  for (const auto& [key, count] : counts) sum += count * std::log2(count);
  return sum;
}

struct Information {
  double information = 0, entropy = 0;  // bits
};

/// Rows of equal tokens stand together.
Information measure_information(const std::vector<Routed>& rows) {
  Information result;
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
    PairCounts positions, experts, both;
    for (end = first; end < rows.size() && rows[end].token == rows[first].token; ++end) {
      ++positions[{rows[end].position, 0}];
      ++experts[{0, rows[end].expert}];
      ++both[{rows[end].position, rows[end].expert}];
    }
    const auto count = static_cast<double>(end - first);
    const double of_experts = count * std::log2(count) - sum_of_logs(experts);  // count * H(E | t)
    result.entropy += of_experts;
    result.information += of_experts - (sum_of_logs(positions) - sum_of_logs(both));  // - count * H(E | P, t)
  }
  result.entropy /= static_cast<double>(rows.size());
  result.information = std::max(0.0, result.information / static_cast<double>(rows.size()));
  return result;
}

/// The experts of equal tokens in another order.
void shuffle_experts(std::vector<Routed>& rows, const Random& random) {
  std::uint64_t used = 0;
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end)
    for (end = first; end < rows.size() && rows[end].token == rows[first].token; ++end)
      std::swap(rows[end].expert, rows[first + random.below(used++, end - first + 1)].expert);
}

std::string refuse_routing(const Model& model) {
  // Uses sextant/nn/feed_forwards/experts.cpp by name.
  if (const auto& kind = model.options().feed_forward_kind; kind != "experts")
    return fmt::format("no tokens are routed: model.feed_forward_kind is {}, not experts", kind);
  if (model.shape().input == InputKind::values) return "inputs are numbers, so tokens cannot be told apart and counted";
  return "";
}

class ExpertInformation final : public Analysis {
 public:
  using OwnOptions = ExpertInformationOptions;
  explicit ExpertInformation(const ExpertInformationOptions& own) : own_(own) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_states(subject.model); !reason.empty()) return {.left_out = std::move(reason)};
    if (auto reason = refuse_routing(subject.model); !reason.empty()) return {.left_out = std::move(reason)};
    std::vector<std::string> names;
    for (Index block = 0; block < subject.model.options().depth; ++block)
      names.push_back(fmt::format("blocks.{}.feed_forward.router", block));
    const ShuffledStates states = shuffled_states(subject, own_.samples, names);
    NullTable table;
    std::vector<Findings::Number> entropies;
    for (const auto& layer : states.layers) {
      const std::string block = layer.name.substr(0, layer.name.find(".feed_forward"));
      auto rows = list_routed(states, layer.rows);
      const Information own = measure_information(rows);
      std::vector<double> shuffled;
      for (Index draw = 0; draw < own_.draws; ++draw) {
        look_for_stop();
        shuffle_experts(rows, Random(subject.seed, Stream::analysis, 22, static_cast<std::uint32_t>(draw)));
        shuffled.push_back(measure_information(rows).information);
      }
      table.add("information", block, own.information, shuffled);
      entropies.push_back({fmt::format("entropy[{}]", block), own.entropy});
    }
    Findings findings = table.findings(
        "expert_information", "Experts and positions",
        fmt::format(
            "Mutual information, in bits, of the preferred expert and the position of a token, given the token, "
            "over samples whose tokens are in random order: 0 where the router goes by the token alone. Beside "
            "it the mean over {} shuffles of the experts of equal tokens, and the p-value.",
            own_.draws),
        44);
    findings.numbers.insert(findings.numbers.end(), entropies.begin(), entropies.end());
    return findings;
  }

 private:
  static std::vector<Routed> list_routed(const ShuffledStates& states, const Table& scores) {
    std::vector<Routed> rows;
    for (Index i = 0; i < scores.rows; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const double* own = scores.view().row(i);
      const bool masked = !states.batch.masked.empty() && states.batch.masked[place] != 0;
      rows.push_back({masked ? masked_token : states.batch.tokens[place], i % states.length,
                      std::max_element(own, own + scores.columns) - own});
    }
    std::ranges::stable_sort(rows, {}, &Routed::token);
    return rows;
  }

  ExpertInformationOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(expert_information, ExpertInformation)

}  // namespace sextant::analysis
