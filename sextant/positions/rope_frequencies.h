// The frequencies of RoPE and of what was published to stretch it, by Hugging Face's names (`rope_parameters`): the
// same numbers as `transformers`' ROPE_INIT_FUNCTIONS. Sources of the rules stand in the .cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/options.h"
#include "sextant/math/real.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

struct RopeOptions : Options {
  double base = 10000;
  std::optional<double> rope_theta;
  std::string rope_type = "default";
  double factor = 1;
  std::optional<Index> original_max_position_embeddings;
  double partial_rotary_factor = 1;
  std::optional<double> attention_factor;
  double beta_fast = 32;
  double beta_slow = 1;
  std::optional<double> mscale;
  std::optional<double> mscale_all_dim;
  bool truncate = true;
  double low_freq_factor = 1;
  double high_freq_factor = 4;
  std::vector<double> short_factor;
  std::vector<double> long_factor;

  void visit(OptionVisitor& option) override;
  /// Of `part` columns, those that rotate: all where the share is one of frequencies (proportional).
  Index rotated_columns(Index part) const;
};

struct RopeFrequencies {
  std::vector<double> frequency;  // (width / 2): pair i at coordinate t rotates by t frequency[i]
  double attention_factor = 1;    // queries and keys are multiplied by it
};

/// Of one axis that rotates `width` columns, for coordinates up to `length`. `who` is named in errors.
RopeFrequencies make_rope_frequencies(const std::string& who, const RopeOptions& own, Index width, Index length);

}  // namespace sextant::positions::inline SEXTANT_PRECISION
