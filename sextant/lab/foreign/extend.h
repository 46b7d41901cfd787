// More positions for a model: the rows of a learned table resampled, or the rotary positions scaled. The model that is
// written has its config.json changed to match, so that transformers and this program run it as it is meant.
#pragma once

#include <stop_token>

#include "sextant/core/events.h"
#include "sextant/lab/foreign/damage.h"
#include "sextant/lab/foreign/model_files.h"

namespace sextant::lab {

struct ExtendOptions : DamageOptions {
  std::string model = {};
  Index positions = 0;
  std::string method = "auto";
  std::string out = {};

  void visit(OptionVisitor& option) override;
};

struct ExtendResult {
  std::string model_type = {};
  std::string method = {};  // interpolate, scale or repeat; yarn, linear or dynamic
  std::string what = {};    // "wpe.weight", "RoPE of 12 layers"
  Index before = 0, after = 0;
  std::map<std::string, std::string> fields = {};  // of config.json, as they are now
  std::vector<std::string> dropped = {};           // stored tensors that depend on the length and are made anew
  std::vector<Damage> damage = {};                 // empty where no text was given
  WrittenModel written = {};
};

/// An Error where the model has no positions to extend, or another scaling already. Where `out` is given, the model is
/// written there.
ExtendResult extend(const ExtendOptions& options, Events& events, std::stop_token stop = {});

/// (rows, width) to `rows` rows. interpolate: between the two rows that lie where it would; scale: the same, at the
/// length that these rows have; repeat: the table again and again.
Table resample_positions(const Table& table, Index rows, const std::string& method);

}  // namespace sextant::lab
