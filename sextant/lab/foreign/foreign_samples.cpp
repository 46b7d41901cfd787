#include "sextant/lab/foreign/foreign_samples.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/data/patches.h"

namespace sextant::lab {
namespace {

template <class Numbers, class Field>
void copy_samples(const Numbers& numbers, Index per_sample, Index first, Index count, Field& field) {
  const auto begin = numbers.begin() + first * per_sample;
  field.assign(begin, begin + count * per_sample);
}

}  // namespace

CorpusRequest with_own_tokenizer(CorpusRequest request, const std::string& weights) {
  const bool named = request.tokenizer != "auto" || !request.vocabulary.empty() || !request.merges.empty();
  if (request.path.empty() || named || !is_text(request)) return request;
  const auto own = std::filesystem::path(weights).replace_filename("tokenizer.json");
  require(file_exists(own),
          "{}: no tokenizer.json beside the model, so how its text becomes token ids is unknown; name one with "
          "--tokenizer FILE.json, or --vocabulary and --merges",
          weights);
  request.tokenizer = own;
  return request;
}

Documents read_documents(const CorpusRequest& request, Index vocabulary, Index length, Index samples, bool wrap) {
  CorpusRequest cut = request;
  cut.most_tokens = length;
  const auto source = open_corpus(cut);
  const SpecialTokens special = source->special();
  std::vector<std::int32_t> before = special.before, behind = special.behind;
  Documents documents;
  if (!special.framed && wrap && special.begin && special.end) {
    before = {*special.begin};
    behind = {*special.end};
    documents.marks = " between [CLS] and [SEP]";
  } else if (special.framed && before.size() + behind.size() > 0) {
    documents.marks =
        fmt::format(" with the {} tokens that tokenizer.json puts around them", before.size() + behind.size());
  }
  const auto around = static_cast<Index>(before.size() + behind.size());
  if (length <= around) before = behind = {}, documents.marks.clear();
  const auto inside = static_cast<std::size_t>(length) - before.size() - behind.size();
  auto& tokens = documents.tokens;
  const auto wanted = static_cast<std::size_t>(samples * length);
  for (std::vector<std::int32_t> ids; tokens.size() < wanted && source->next(ids);) {
    if (ids.size() < inside) continue;
    tokens.insert(tokens.end(), before.begin(), before.end());
    tokens.insert(tokens.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(inside));
    tokens.insert(tokens.end(), behind.begin(), behind.end());
  }
  require(tokens.size() >= static_cast<std::size_t>(2 * length),
          "{}: {} documents have {} tokens or more, but 2 are required; choose a smaller --length", request.path,
          tokens.size() / static_cast<std::size_t>(length), length);
  const auto largest = *std::ranges::max_element(tokens);
  require(largest < vocabulary, "{}: token id {} is outside the model's vocabulary of {}; is this its tokenizer?",
          request.path, largest, vocabulary);
  return documents;
}

std::vector<double> read_image_patches(const std::string& path, Index features, Index length) {
  NpyArray array = read_npy(path);
  if (array.shape.size() == 3) array.shape.insert(array.shape.begin(), 1);
  require(array.shape.size() == 4, "{}: expected images (images, channels, height, width), found shape ({})", path,
          fmt::join(array.shape, ", "));
  const Index channels = array.shape[1], height = array.shape[2], width = array.shape[3];
  require(channels > 0 && features % channels == 0, "{}: {} channels do not match patches of {} values", path, channels,
          features);
  const auto side = static_cast<Index>(std::llround(std::sqrt(static_cast<double>(features / channels))));
  require(side * side * channels == features && height * width == length * side * side,
          "{}: images of {} x {} do not yield {} patches of {} x {}", path, height, width, length, side, side);
  std::vector<double> patches;
  const auto size = static_cast<std::ptrdiff_t>(channels * height * width);
  for (auto image = array.values.begin(); image != array.values.end(); image += size) {
    const auto cut = cut_patches({image, image + size}, channels, height, width, side);
    patches.insert(patches.end(), cut.begin(), cut.end());
  }
  return patches;
}

ForeignSamples choose_samples(const LayerRequest& request, const ForeignModel& model, Index length) {
  const bool patches = model.input == InputKind::values;
  require(patches || request.images.empty(), "--images: layout {} takes tokens, not images", model.layout);
  require(!patches || request.corpus.path.empty(), "--corpus: layout {} takes images, not tokens", model.layout);
  if (!request.images.empty()) {
    const Index per_sample = length * model.features;
    auto values = read_image_patches(request.images, model.features, length);
    const Index count = std::min(request.samples, static_cast<Index>(values.size()) / per_sample);
    return {count, fmt::format("patches of {}", request.images),
            [values = std::move(values), per_sample](Batch& batch, Index first, Index samples) {
              copy_samples(values, per_sample, first, samples, batch.values);
            }};
  }
  if (!request.corpus.path.empty()) {
    auto [tokens, marks] =
        read_documents(request.corpus, model.features, length, request.samples, !model.options.causal);
    const Index count = static_cast<Index>(tokens.size()) / length;
    return {count, fmt::format("tokens of {}{}", request.corpus.path, marks),
            [tokens = std::move(tokens), length](Batch& batch, Index first, Index samples) {
              copy_samples(tokens, length, first, samples, batch.tokens);
            }};
  }
  const TaskShape shape{.length = length, .input = model.input, .features = model.features};
  return {request.samples, patches ? "random patches" : "random tokens", random_samples(shape, request.seed)};
}

}  // namespace sextant::lab
