// Maps of attention: softmax(q k^T / sqrt(d)) per layer and head, the mean over held-out samples and one sample.
// Their entropy says how spread they are: 0 where a query looks at one key, log n where it looks at all alike.
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/attention.h"

namespace sextant::analysis {
namespace {

Tree draw(const std::vector<AttentionMap>& maps, const std::vector<std::string>& tokens) {
  Tree drawn = Tree::array();
  for (const auto& map : maps)
    drawn.push_back({{"layer", map.layer},
                     {"head", map.head},
                     {"weights", write_rows(map.weights, four_decimals)},
                     {"note", fmt::format("entropy {:.2f}", map.entropy)}});
  return {{"tokens", tokens}, {"maps", std::move(drawn)}};
}

double mean_entropy(const std::vector<AttentionMap>& maps) {
  double sum = 0;
  for (const auto& map : maps) sum += map.entropy;
  return sum / static_cast<double>(maps.size());
}

class AttentionMaps final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit AttentionMaps(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    const Batch& batch = subject.held_out;
    if (auto reason = refuse_attention(subject.model, batch); !reason.empty()) return {.left_out = std::move(reason)};
    const auto mean = mean_attention(subject.model, batch, 0, batch.samples);
    const auto single = mean_attention(subject.model, batch, 0, 1);
    const double most = std::log(static_cast<double>(mean.front().weights.columns));
    const std::string entropy = fmt::format(
        "Entropy is 0 if a query attends to a single key and {:.2f} if it attends to all keys uniformly.", most);
    return {.numbers = {{"entropy", mean_entropy(mean)},
                        {"most_entropy", most},
                        {"samples", static_cast<double>(batch.samples)}},
            .panels = {{"attention_maps", "attention_maps", "Mean attention",
                        fmt::format("Attention of each query (row) to each key (column), averaged over {} held-out "
                                    "samples; tokens are labelled by position. {}",
                                    batch.samples, entropy),
                        30, draw(mean, place_labels(subject.model))},
                       {"attention_sample", "attention_maps", "Attention on one sample",
                        "The same maps for the first held-out sample; tokens are labelled by content. " + entropy, 31,
                        draw(single, token_labels(subject.model, batch, 0))}}};
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(attention_maps, AttentionMaps)

}  // namespace sextant::analysis
