// The position embeddings of a model at a lower rank, in the model's own basis: their mean and the truncated SVD around
// it. A model of Hugging Face goes in and comes out; every other tensor and file stays as it was.
#pragma once

#include <stop_token>

#include "sextant/core/events.h"
#include "sextant/lab/foreign/damage.h"
#include "sextant/lab/foreign/model_files.h"
#include "sextant/lab/foreign/table_change.h"

namespace sextant::lab {

struct CompressOptions : DamageOptions {
  std::string model = {};
  Index rank = 0;
  std::optional<double> keep = {};
  std::vector<std::string> tensors = {};
  std::string out = {};

  void visit(OptionVisitor& option) override;
};

struct CompressedTable {
  TableChange change;
  Index rank = 0;
  double kept = 0;  // share of the variance of the positions around their mean
  Index numbers_before = 0;
  Index numbers_after = 0;  // r (n + width) + width: two factors and the mean row
};

struct CompressResult {
  std::vector<CompressedTable> tables = {};
  std::vector<Damage> damage = {};  // empty where no text was given
  WrittenModel written = {};
};

/// Where `out` is given, the model is written there. An Error where the request is wrong; Stopped where the caller
/// wanted to. Events: the stages, and warnings.
CompressResult compress(const CompressOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
