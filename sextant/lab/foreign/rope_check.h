// Are the rotary positions of a checkpoint the ones that its config.json declares? Told by stored frequencies
// (`inv_freq`), and by how the model behaves: with the right frequencies it predicts text best.
#pragma once

#include <optional>

#include "sextant/lab/foreign/checkpoint.h"
#include "sextant/lab/foreign/inspection.h"

namespace sextant::lab {

enum class RopeVerdict { agrees, differs, cannot_be_told };
const char* name_of(RopeVerdict verdict);

struct RopeLayer {
  Index layer = 0;
  std::string declared = {};  // "base 10000, 64 of 64 dimensions, halves"; empty: no config.json
  RopeVerdict verdict = RopeVerdict::cannot_be_told;
  std::string how = {};
  /// Where frequencies differ: mean over pairs of cos((theta - theta') d), 1 where they turn alike, at distances d.
  std::vector<std::pair<Index, double>> alignment = {};
};

/// The model with other rotary positions than declared.
struct RopeTrial {
  std::string change = {};  // "as declared", "base 1000000", "pairs of neighbours", "without scaling"
  Index layer = -1;         // -1: in all
  double loss = 0;          // nats per token
};

struct RopeCheck {
  std::vector<RopeLayer> layers = {};
  std::vector<RopeTrial> trials = {};  // empty: no text, or no language model
  std::string sentence = {};
  bool differs() const;
};

/// `request.corpus`: text to try alternatives on; without it, stored frequencies alone are judged.
RopeCheck check_rope(const TensorFile& file, const LayerRequest& request);

/// How stored frequencies differ from declared ones: "" where they do not, within `tolerance` of each.
std::string compare_frequencies(const std::vector<double>& stored, const foreign::Rope& declared, Index head_width,
                                double tolerance);

/// The base b for which theta_i = b^(-2 i / width) fits best; nothing where the numbers are no such powers.
std::optional<double> fit_rope_base(const std::vector<double>& frequencies, Index width);

/// Mean negative log-likelihood of the next token, in nats.
double next_token_loss(foreign::Network& network, const std::vector<foreign::Sample>& samples);

}  // namespace sextant::lab
