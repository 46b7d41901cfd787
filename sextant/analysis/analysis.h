// The contract of an analysis: what is measured on a model. It reads; it never trains, prints or writes.
#pragma once

#include <memory>

#include "sextant/analysis/findings.h"
#include "sextant/analysis/position_frame.h"
#include "sextant/core/family.h"
#include "sextant/data/arrangement.h"
#include "sextant/data/token_facts.h"
#include "sextant/nn/model.h"

namespace sextant::analysis {

/// A split that was not trained on, whole.
struct SplitRows {
  std::string name;
  Batch rows;
  std::vector<std::string> groups;  // what kind each row is; may be none
};

/// What is looked at. The weights stay as they are; taps and the current batch do not.
struct Subject {
  Model& model;
  std::uint64_t seed = 0;                   // of whatever the analysis draws
  Batch held_out = {};                      // samples that were not trained on; may be none
  Arrangement places = {};                  // where the tokens really stand, without CLS; may be unknown (no tokens)
  std::vector<SplitRows> splits = {};       // all held-out splits
  Batch probes = {};                        // a few training samples that are the same before and after training
  std::vector<double> start = {};           // all weights before training; may be unknown (none)
  std::vector<Model*> references = {};      // trained models of the same task to compare with; may be none
  TokenFacts tokens = {};                   // what is known of the tokens besides; may be nothing
  std::vector<PositionFrame> history = {};  // how the positions of the run formed; may be unknown (none)
};

class Analysis {
 public:
  virtual ~Analysis() = default;
  virtual Findings measure(const Subject& subject) const = 0;
};

using MakeAnalysis = std::unique_ptr<Analysis>(const Options& own);
const Family<MakeAnalysis>& analyses();

}  // namespace sextant::analysis

/// In the .cpp of an analysis: Class has a type OwnOptions and a constructor (const OwnOptions&).
#define SEXTANT_DEFINE_ANALYSIS(name, Class) SEXTANT_DEFINE_VARIANT(MakeAnalysis, name, Class)
