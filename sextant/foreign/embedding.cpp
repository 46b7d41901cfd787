#include "sextant/foreign/embedding.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

Index tokens_of(const NetworkShape& shape, const Sample& sample) {
  if (!shape.images()) return static_cast<Index>(sample.tokens.size());
  return static_cast<Index>(sample.patches.size()) / shape.features() + shape.front;
}

void check_sample(const NetworkShape& shape, const Sample& sample) {
  const Index length = tokens_of(shape, sample);
  if (shape.images()) {
    const Index patches = shape.grid_rows * shape.grid_columns;
    require(static_cast<Index>(sample.patches.size()) == patches * shape.features(),
            "an image has {} numbers, but the model takes {} patches of {}", sample.patches.size(), patches,
            shape.features());
    return;
  }
  require(length > 0 && sample.patches.empty(), "a sample without tokens");
  require(shape.longest == 0 || length <= shape.longest, "a sample of {} tokens, but the model supports 1 to {}",
          length, shape.longest);
  for (const std::int32_t token : sample.tokens)
    require(token >= 0 && token < shape.vocabulary, "token id {} is outside the model's vocabulary of {}", token,
            shape.vocabulary);
}

void embed_patches(const NetworkShape& shape, const OuterWeights& weights, const Sample& sample, View<real> rows) {
  const Index patches = rows.rows - shape.front;
  copy_to(weights.front.view(), rows.slice_rows(0, shape.front));
  Tensor pixels(patches, shape.features());
  std::ranges::transform(sample.patches, pixels.data(), [](double value) { return static_cast<real>(value); });
  weights.patch.apply(pixels.view(), rows.slice_rows(shape.front, patches));
}

void embed_tokens(const NetworkShape& shape, const OuterWeights& weights, const Loader& loader, const Sample& sample,
                  View<real> rows) {
  const auto scale = static_cast<real>(shape.embedding_scale);
  for (Index t = 0; t < rows.rows; ++t) {
    loader.read_token(sample.tokens[static_cast<std::size_t>(t)], rows.row(t));
    for (Index j = 0; j < rows.columns; ++j) rows(t, j) *= scale;
  }
  if (shape.token_type)
    for (Index t = 0; t < rows.rows; ++t) add_to(weights.type.view().slice_rows(0, 1), rows.slice_rows(t, 1));
}

}  // namespace

std::vector<Index> find_starts(const NetworkShape& shape, const std::vector<Sample>& samples) {
  require(!samples.empty(), "no samples to run");
  std::vector<Index> starts = {0};
  for (const Sample& sample : samples) {
    check_sample(shape, sample);
    starts.push_back(starts.back() + tokens_of(shape, sample));
  }
  return starts;
}

void embed(const NetworkShape& shape, const OuterWeights& weights, const Loader& loader,
           const std::vector<Sample>& samples, const std::vector<Index>& starts, View<real> stream) {
  const bool projects = weights.embedding_projection.outputs() > 0;
  Tensor narrow, room;
  View<real> x = projects ? narrow.shape(stream.rows, weights.embedding_projection.inputs()) : stream;
  const auto add_positions = [&](View<real> to) {
    for (std::size_t s = 0; shape.position_table && s < samples.size(); ++s) {
      const Index length = starts[s + 1] - starts[s];
      require(shape.position_offset + length <= weights.position.rows(),
              "a sample of {} tokens, but the table of positions has rows for {}", length,
              weights.position.rows() - shape.position_offset);
      add_to(weights.position.view().slice_rows(shape.position_offset, length), to.slice_rows(starts[s], length));
    }
  };
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const View<real> own = x.slice_rows(starts[s], starts[s + 1] - starts[s]);
    shape.images() ? embed_patches(shape, weights, samples[s], own)
                   : embed_tokens(shape, weights, loader, samples[s], own);
  }
  if (!shape.project_before_position) add_positions(x);
  // Always a layer norm, but for models all of whose norms are RMS.
  if (shape.embedding_norm) apply_norm(shape.norm, shape.norm_epsilon, weights.embedding_norm, x, x, room);
  if (projects) weights.embedding_projection.apply(x, stream);
  if (shape.project_before_position) add_positions(stream);
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
