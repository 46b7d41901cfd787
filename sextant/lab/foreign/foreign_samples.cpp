#include "sextant/lab/foreign/foreign_samples.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/npy.h"
#include "sextant/data/patches.h"

namespace sextant::lab {
namespace {

/// The first documents that are long enough, cut to `length`.
std::vector<std::int32_t> read_documents(const CorpusRequest& request, const ForeignModel& model, Index length,
                                         Index samples) {
  CorpusRequest cut = request;
  cut.most_tokens = length;
  const auto source = open_corpus(cut);
  std::vector<std::int32_t> tokens;
  const auto wanted = static_cast<std::size_t>(samples * length);
  for (std::vector<std::int32_t> ids; tokens.size() < wanted && source->next(ids);)
    if (static_cast<Index>(ids.size()) == length) tokens.insert(tokens.end(), ids.begin(), ids.end());
  require(tokens.size() >= static_cast<std::size_t>(2 * length),
          "{}: {} documents have {} tokens or more, but 2 are required; choose a smaller --length", request.path,
          tokens.size() / static_cast<std::size_t>(length), length);
  const auto largest = *std::ranges::max_element(tokens);
  require(largest < model.features, "{}: token id {} is outside the model's vocabulary of {}; is this its tokenizer?",
          request.path, largest, model.features);
  return tokens;
}

/// (images*tokens, features) of images (images, channels, height, width), or one without its first axis.
std::vector<double> read_images(const std::string& path, const ForeignModel& model, Index length) {
  NpyArray array = read_npy(path);
  if (array.shape.size() == 3) array.shape.insert(array.shape.begin(), 1);
  require(array.shape.size() == 4, "{}: expected images (images, channels, height, width), found shape ({})", path,
          fmt::join(array.shape, ", "));
  const Index channels = array.shape[1], height = array.shape[2], width = array.shape[3];
  require(channels > 0 && model.features % channels == 0, "{}: {} channels do not match patches of {} values", path,
          channels, model.features);
  const auto side = static_cast<Index>(std::llround(std::sqrt(static_cast<double>(model.features / channels))));
  require(side * side * channels == model.features && height * width == length * side * side,
          "{}: images of {} x {} do not yield {} patches of {} x {}", path, height, width, length, side, side);
  std::vector<double> patches;
  const auto size = static_cast<std::ptrdiff_t>(channels * height * width);
  for (auto image = array.values.begin(); image != array.values.end(); image += size) {
    const auto cut = cut_patches({image, image + size}, channels, height, width, side);
    patches.insert(patches.end(), cut.begin(), cut.end());
  }
  return patches;
}

template <class Numbers, class Field>
void copy_samples(const Numbers& numbers, Index per_sample, Index first, Index count, Field& field) {
  const auto begin = numbers.begin() + first * per_sample;
  field.assign(begin, begin + count * per_sample);
}

}  // namespace

ForeignSamples choose_samples(const LayerRequest& request, const ForeignModel& model, Index length) {
  const bool patches = model.input == InputKind::values;
  require(patches || request.images.empty(), "--images: layout {} takes tokens, not images", model.layout);
  require(!patches || request.corpus.path.empty(), "--corpus: layout {} takes images, not tokens", model.layout);
  if (!request.images.empty()) {
    const Index per_sample = length * model.features;
    auto values = read_images(request.images, model, length);
    const Index count = std::min(request.samples, static_cast<Index>(values.size()) / per_sample);
    return {count, fmt::format("patches of {}", request.images),
            [values = std::move(values), per_sample](Batch& batch, Index first, Index samples) {
              copy_samples(values, per_sample, first, samples, batch.values);
            }};
  }
  if (!request.corpus.path.empty()) {
    auto tokens = read_documents(request.corpus, model, length, request.samples);
    const Index count = static_cast<Index>(tokens.size()) / length;
    return {count, fmt::format("tokens of {}", request.corpus.path),
            [tokens = std::move(tokens), length](Batch& batch, Index first, Index samples) {
              copy_samples(tokens, length, first, samples, batch.tokens);
            }};
  }
  const TaskShape shape{.length = length, .input = model.input, .features = model.features};
  return {request.samples, patches ? "random patches" : "random tokens", random_samples(shape, request.seed)};
}

}  // namespace sextant::lab
