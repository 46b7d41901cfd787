// The contract of an analysis: what is measured on a model. It reads; it never trains, prints or writes.
#pragma once

#include <memory>

#include "sextant/analysis/findings.h"
#include "sextant/core/family.h"
#include "sextant/nn/transformer.h"

namespace sextant::inline SEXTANT_PRECISION {

/// What is looked at. The weights stay as they are; taps and the batch at hand do not.
struct Subject {
  Transformer& model;
  std::uint64_t seed = 0;   // of whatever the analysis draws
  Batch held_out = {};      // samples that were not trained on; may be none
  Arrangement places = {};  // where the tokens really stand, without CLS; may be unknown (no tokens)
};

class Analysis {
 public:
  virtual ~Analysis() = default;
  virtual Findings measure(const Subject& subject) const = 0;
};

using MakeAnalysis = std::unique_ptr<Analysis>(const Options& own);
const Family<MakeAnalysis>& analyses();

}  // namespace sextant::inline SEXTANT_PRECISION
