// Listening to the patterns of every block.
#include "sextant/analysis/attention.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

/// Adds up every pattern that it sees; listens as long as it lives.
class PatternTap final : public Taps {
 public:
  explicit PatternTap(Model& model) : model_(model) {
    const auto& options = model.options();
    const Index length = model.shape().length + (options.cls ? 1 : 0);
    for (Index layer = 0; layer < options.depth; ++layer) {
      names_.push_back(fmt::format("blocks.{}.attention.pattern", layer));
      for (Index head = 0; head < options.heads; ++head) maps.push_back({layer, head, Table(length, length), 0});
    }
    model_.set_taps(this);
  }
  ~PatternTap() override { model_.set_taps(nullptr); }

  // values (samples*heads*length, length), sample-major, then head
  void see(std::string_view name, View<const double> values) override {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return;
    const Index heads = model_.options().heads;
    AttentionMap* const first = maps.data() + (found - names_.begin()) * heads;
    for (Index row = 0; row < values.rows; ++row) {
      AttentionMap& map = first[row / values.columns % heads];
      add_row(map, row % values.columns, {values.row(row), 1, values.columns});
    }
  }

  std::vector<AttentionMap> maps;

 private:
  static void add_row(AttentionMap& map, Index query, View<const double> weights) {
    for (Index key = 0; key < weights.columns; ++key) {
      const double weight = weights(0, key);
      map.weights(query, key) += weight;
      if (weight > 0) map.entropy -= weight * std::log(weight);
    }
  }

  Model& model_;
  std::vector<std::string> names_;
};

std::vector<std::string> start_labels(const Model& model) {
  return model.options().cls ? std::vector<std::string>{"CLS"} : std::vector<std::string>();
}

}  // namespace

std::vector<AttentionMap> mean_attention(Model& model, const Batch& batch, Index first, Index count) {
  require(count >= 1 && first >= 0 && first + count <= batch.samples,
          "attention: samples {} to {} requested from a batch of {}", first, first + count, batch.samples);
  constexpr Index few = 8;  // patterns of so many samples are in memory at once
  PatternTap tap(model);
  model.begin_batch(batch, first, count, {});
  for (Index done = 0; done < count; done += few) {
    look_for_stop();
    model.forward_chunk(first + done, std::min(few, count - done));
  }
  for (auto& map : tap.maps) {
    for (double& weight : map.weights.values) weight /= static_cast<double>(count);
    map.entropy /= static_cast<double>(count * map.weights.rows);
  }
  return std::move(tap.maps);
}

std::vector<std::string> token_labels(const Model& model, const Batch& batch, Index sample) {
  auto labels = start_labels(model);
  const Index length = model.shape().length;
  for (Index place = 0; place < length; ++place) {
    const auto token = static_cast<std::size_t>(sample * length + place);
    if (!batch.masked.empty() && batch.masked[token] != 0)
      labels.emplace_back("mask");
    else if (batch.tokens.empty())
      labels.push_back(std::to_string(place));
    else
      labels.push_back(batch.tokens[token] == Batch::blank ? "-" : std::to_string(batch.tokens[token]));
  }
  return labels;
}

std::vector<std::string> place_labels(const Model& model) {
  auto labels = start_labels(model);
  for (Index place = 0; place < model.shape().length; ++place) labels.push_back(std::to_string(place));
  return labels;
}

std::string refuse_other_mixers(const Model& model) {
  if (model.options().latents) return "its latents attend, not its tokens (model.latents)";
  for (Index block = 0; block < model.options().depth; ++block)
    if (const auto& mixer = model.options().mixer_of(block); mixer != "attention")
      return fmt::format("block {} has no attention, its mixer is {}", block, mixer);
  return "";
}

std::string refuse_attention(const Model& model, const Batch& held_out) {
  if (auto reason = refuse_other_mixers(model); !reason.empty()) return reason;
  if (held_out.samples < 1) return "there are no held-out samples";
  const Index length = model.shape().length;
  if (length <= most_readable_tokens) return "";
  return fmt::format("attention maps of {} tokens are too large to show (at most {})", length, most_readable_tokens);
}

}  // namespace sextant::analysis
