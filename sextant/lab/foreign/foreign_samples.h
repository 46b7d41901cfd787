// What a foreign model is run on: documents of a corpus, images, or random inputs.
#pragma once

#include "sextant/foreign/network.h"
#include "sextant/lab/foreign/inspection.h"

namespace sextant::lab {

struct ForeignSamples {
  Index count = 0;
  std::string what;  // "tokens of FILE", ...
  FillSamples fill;
};

ForeignSamples choose_samples(const LayerRequest& request, const ForeignModel& model, Index length);

/// The request with the tokenizer.json beside the weights, where the corpus is text and no tokeniser was named. An
/// Error where there is none: words numbered by their first appearance are not what the model was trained on.
CorpusRequest with_own_tokenizer(CorpusRequest request, const std::string& weights);

/// Documents of `length` tokens, one behind the other.
struct Documents {
  std::vector<std::int32_t> tokens;
  std::string marks = {};  // " between [CLS] and [SEP]": what each has around it
};

/// The first documents of the corpus that are long enough, cut to `length`. `wrap`: the model was trained on text
/// between marks; ids that come as ids are taken as they are.
Documents read_documents(const CorpusRequest& request, Index vocabulary, Index length, Index samples, bool wrap);

/// (images*patches, features) of an npy (images, channels, height, width), or one image without its first axis.
std::vector<double> read_image_patches(const std::string& path, Index features, Index patches);

}  // namespace sextant::lab
