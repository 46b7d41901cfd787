// What a foreign model is run on: documents of a corpus, images, or random inputs.
#pragma once

#include "sextant/lab/foreign/inspection.h"

namespace sextant::lab {

struct ForeignSamples {
  Index count = 0;
  std::string what;  // "tokens of FILE", ...
  FillSamples fill;
};

ForeignSamples choose_samples(const LayerRequest& request, const ForeignModel& model, Index length);

}  // namespace sextant::lab
