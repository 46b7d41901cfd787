#include "sextant/analysis/shuffled_states.h"

#include <algorithm>

#include "sextant/analysis/random_batch.h"
#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

constexpr Index states_at_once = 32;
constexpr Index most_numbers = Index{1} << 26;  // of all layers together: half a gigabyte

/// Listens as long as it lives.
class RowsTap final : public Taps {
 public:
  RowsTap(Model& model, std::vector<std::string> names)
      : model_(model), front_(model.options().cls ? 1 : 0), length_(model.shape().length) {
    for (auto& name : names) layers.push_back({std::move(name), {}});
    model_.set_taps(this);
  }
  ~RowsTap() override { model_.set_taps(nullptr); }

  // values (samples of the chunk * length, width); chunks come in order
  void see(std::string_view name, View<const double> values) override {
    const auto layer = std::ranges::find(layers, name, &TappedRows::name);
    if (layer == layers.end()) return;
    Table& rows = layer->rows;
    rows.columns = values.columns;
    for (Index i = 0; i < values.rows; ++i) {
      if (i % (length_ + front_) < front_) continue;
      rows.values.insert(rows.values.end(), values.row(i), values.row(i) + values.columns);
      ++rows.rows;
    }
  }

  std::vector<TappedRows> layers;

 private:
  Model& model_;
  Index front_, length_;
};

std::vector<std::string> name_layers(const Model& model) {
  std::vector<std::string> names{"embeddings"};
  for (Index block = 0; block < model.options().depth; ++block)
    names.push_back(fmt::format("blocks.{}.residual", block));
  return names;
}

Batch draw_batch(const Subject& subject, Index samples) {
  const TaskShape& shape = subject.model.shape();
  const Batch& held_out = subject.held_out;
  if (!held_out.lengths.empty() || held_out.samples < 2)
    return make_random_batch(shape, samples, Random(subject.seed, Stream::analysis, 20));
  samples = std::min(samples, held_out.samples);
  std::vector<std::int32_t> orders(static_cast<std::size_t>(samples * shape.length));
  for (Index sample = 0; sample < samples; ++sample)
    Random(subject.seed, Stream::analysis, 21, static_cast<std::uint32_t>(sample))
        .permutation(std::span(orders).subspan(static_cast<std::size_t>(sample * shape.length),
                                               static_cast<std::size_t>(shape.length)));
  Batch batch = make_permuted_batch(held_out, shape, orders);
  batch.samples = samples;
  return batch;
}

}  // namespace

std::string refuse_states(const Model& model) {
  if (!model.options().latents) return "";
  return "behind the first block the hidden states are those of latents (model.latents), not of tokens";
}

ShuffledStates shuffled_states(const Subject& subject, Index samples, std::vector<std::string> names) {
  Model& model = subject.model;
  if (names.empty()) names = name_layers(model);
  const Index numbers = model.shape().length * model.options().width * static_cast<Index>(names.size());
  ShuffledStates result{
      draw_batch(subject, std::clamp<Index>(most_numbers / numbers, 2, samples)), model.shape().length, {}};
  const Batch& batch = result.batch;
  RowsTap tap(model, std::move(names));
  model.begin_batch(batch, 0, batch.samples, {});
  for (Index first = 0; first < batch.samples; first += states_at_once) {
    look_for_stop();
    model.forward_chunk(first, std::min(states_at_once, batch.samples - first));
  }
  for (const auto& layer : tap.layers)
    require(layer.rows.rows == batch.samples * result.length, "activation {}: the model has no such activation",
            layer.name);
  result.layers = std::move(tap.layers);
  return result;
}

std::vector<Index> shuffled_positions(const ShuffledStates& states, std::uint64_t seed, Index draw) {
  std::vector<Index> positions;
  std::vector<std::int32_t> order(static_cast<std::size_t>(states.length));
  for (Index sample = 0; sample < states.batch.samples; ++sample) {
    Random(seed, Stream::analysis, 1000 + static_cast<std::uint64_t>(draw), static_cast<std::uint32_t>(sample))
        .permutation(order);
    positions.insert(positions.end(), order.begin(), order.end());
  }
  return positions;
}

}  // namespace sextant::analysis
