#include "sextant/lab/foreign/network_layers.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/lab/foreign/foreign_samples.h"
#include "sextant/lab/foreign/table_findings.h"

namespace sextant::lab {
namespace {

constexpr Index usual_tokens = 128;

/// Splits a list of numbers into samples of `size`.
template <class Number>
void add_samples(const std::vector<Number>& numbers, Index size, Index most,
                 std::vector<Number> foreign::Sample::*field, std::vector<foreign::Sample>& samples) {
  const Index count = std::min(most, static_cast<Index>(numbers.size()) / size);
  for (Index s = 0; s < count; ++s) {
    foreign::Sample sample;
    (sample.*field).assign(numbers.begin() + s * size, numbers.begin() + (s + 1) * size);
    samples.push_back(std::move(sample));
  }
}

NetworkSamples random_network_samples(const LayerRequest& request, const foreign::NetworkShape& shape, Index length) {
  NetworkSamples result{.samples = {}, .length = length, .what = shape.images() ? "random patches" : "random tokens"};
  const Random random(request.seed, Stream::analysis);
  std::uint64_t next = 0;
  for (Index s = 0; s < request.samples; ++s) {
    foreign::Sample sample;
    for (Index i = 0; i < length && !shape.images(); ++i)
      sample.tokens.push_back(
          static_cast<std::int32_t>(random.below(next++, static_cast<std::uint64_t>(shape.vocabulary))));
    for (Index i = 0; i < length * shape.features() && shape.images(); ++i)
      sample.patches.push_back(random.normal(next++));
    result.samples.push_back(std::move(sample));
  }
  return result;
}

class StreamGatherer final : public foreign::Listener {
 public:
  explicit StreamGatherer(Index skipped) : skipped_(skipped) {}

  void see(const std::string& name, const std::vector<Index>& starts, View<const double> states) override {
    if (name == "final") return;
    MeanDecomposition layer;
    for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
      Table sample(starts[s + 1] - starts[s] - skipped_, states.columns);
      const double* from = states.row(starts[s] + skipped_);
      std::copy_n(from, sample.values.size(), sample.values.begin());
      layer.add(sample);
    }
    layers.push_back({name, layer.positions(), layer.shares()});
  }
  std::vector<LayerPositions> layers;

 private:
  Index skipped_;
};

void refuse_hints(const ForeignHints& hints, const std::string& type) {
  require(!hints.heads && !hints.causal && hints.activation.empty(),
          "--heads, --causal, --bidirectional and --activation are for files without a config.json; this one says "
          "model_type {}",
          type);
}

}  // namespace

NetworkSamples choose_network_samples(const LayerRequest& request, const foreign::NetworkShape& shape) {
  require(shape.images() || request.images.empty(), "--images: this model takes tokens, not images");
  require(!shape.images() || request.corpus.path.empty(), "--corpus: this model takes images, not tokens");
  Index length = request.length;
  const Index patches = shape.grid_rows * shape.grid_columns;
  if (shape.images()) {
    require(length == 0 || length == patches, "--length: this model takes {} patches", patches);
    length = patches;
  } else if (length == 0) {
    length = shape.longest > 0 ? std::min(shape.longest, usual_tokens) : usual_tokens;
  }
  require(length > 0 && (shape.images() || shape.longest == 0 || length <= shape.longest),
          "--length: samples of {} tokens, but the model supports 1 to {}", length, shape.longest);
  NetworkSamples result{.samples = {}, .length = length, .what = {}};
  if (!request.images.empty()) {
    add_samples(read_image_patches(request.images, shape.features(), length), length * shape.features(),
                request.samples, &foreign::Sample::patches, result.samples);
    result.what = fmt::format("patches of {}", request.images);
    return result;
  }
  if (request.corpus.path.empty()) return random_network_samples(request, shape, length);
  const Documents documents =
      read_documents(request.corpus, shape.vocabulary, length, request.samples, !shape.causal && !shape.mamba);
  add_samples(documents.tokens, length, request.samples, &foreign::Sample::tokens, result.samples);
  result.what = fmt::format("tokens of {}{}", request.corpus.path, documents.marks);
  return result;
}

std::vector<LayerPositions> measure_network_layers(foreign::Network& network, const NetworkSamples& samples) {
  StreamGatherer gatherer(network.shape().front);
  network.run(samples.samples, {.answer = foreign::Answer::nothing, .listener = &gatherer});
  return std::move(gatherer.layers);
}

LayerInspection inspect_network(const Checkpoint& checkpoint, const LayerRequest& request) {
  refuse_hints(request.hints, checkpoint.model_type());
  const foreign::NetworkShape& shape = checkpoint.shape();
  const NetworkSamples samples = choose_network_samples(request, shape);
  require(samples.samples.size() >= 2, "{} sample of {}: 2 or more are required to separate position from content",
          samples.samples.size(), samples.what);
  LayerInspection result;
  result.layout = checkpoint.model_type();
  result.inputs = fmt::format("{} samples of {} {}", samples.samples.size(), samples.length, samples.what);
  result.notes = checkpoint.notes();
  result.layers = measure_network_layers(*checkpoint.make(), samples);
  for (std::size_t i = 0; i < result.layers.size(); ++i)
    result.findings.push_back(measure_table({.name = fmt::format("pos_t of {}", result.layers[i].name),
                                             .panel = fmt::format("layer_{}", i),
                                             .table = result.layers[i].positions,
                                             .grid_rows = shape.grid_rows,
                                             .grid_columns = shape.grid_columns,
                                             .order = 100 + 10 * static_cast<Index>(i)}));
  return result;
}

}  // namespace sextant::lab
