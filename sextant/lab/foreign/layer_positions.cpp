#include "sextant/lab/foreign/layer_positions.h"

#include "sextant/analysis/random_batch.h"

namespace sextant::lab {
namespace {

/// Adds every sample's stream to the decomposition of its layer.
class Gatherer final : public Taps {
 public:
  Gatherer(Index length, Index skipped) : length_(length), skipped_(skipped) {}

  void see(std::string_view name, View<const double> values) override {
    constexpr std::string_view ending = ".residual";
    if (name.ends_with(ending))
      name.remove_suffix(ending.size());
    else if (name != "embeddings")
      return;
    MeanDecomposition& layer = find(std::string(name));
    Table sample(length_ - skipped_, values.columns);
    for (Index first = 0; first < values.rows; first += length_) {
      for (Index t = 0; t < sample.rows; ++t)
        for (Index j = 0; j < sample.columns; ++j) sample(t, j) = static_cast<double>(values(first + skipped_ + t, j));
      layer.add(sample);
    }
  }

  std::vector<std::pair<std::string, MeanDecomposition>> layers;  // in the order of their first appearance

 private:
  MeanDecomposition& find(const std::string& name) {
    for (auto& [known, layer] : layers)
      if (known == name) return layer;
    return layers.emplace_back(name, MeanDecomposition()).second;
  }

  Index length_, skipped_;  // of a sample: its tokens, and those in front that are not looked at
};

}  // namespace

std::vector<LayerPositions> measure_layers(Model& model, Index samples, const FillSamples& fill) {
  const TaskShape& shape = model.shape();
  const Index front = model.options().cls ? 1 : 0;
  Gatherer gatherer(shape.length + front, front);
  constexpr Index at_once = 8;
  for (Index first = 0; first < samples; first += at_once) {
    Batch batch;
    batch.samples = std::min(at_once, samples - first);
    batch.labels.assign(static_cast<std::size_t>(batch.samples), Batch::unscored);
    fill(batch, first, batch.samples);
    model.set_taps(&gatherer);
    model.forward(batch);
    model.set_taps(nullptr);
  }
  std::vector<LayerPositions> result;
  for (const auto& [name, layer] : gatherer.layers) result.push_back({name, layer.positions(), layer.shares()});
  return result;
}

FillSamples random_samples(const TaskShape& shape, std::uint64_t seed) {
  return [shape, seed](Batch& batch, Index first, Index count) {
    const Batch drawn =
        make_random_batch(shape, count, Random(seed, Stream::analysis, static_cast<std::uint64_t>(first)));
    batch.tokens = drawn.tokens;
    batch.values = drawn.values;
  };
}

}  // namespace sextant::lab
