// The frequencies of rotary position embeddings (Su et al. 2021, arXiv 2104.09864) and their scalings, as config.json
// of Hugging Face declares them.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"

namespace sextant::foreign {

using namespace math;

struct Rope {
  double base = 10000;  // rope_theta
  Index width = 0;      // numbers of a head that turn
  /// Which two numbers turn together: (j, j + width/2), or neighbours (2 j, 2 j + 1).
  bool neighbours = false;
  std::string scaling = "default";  // default, linear, dynamic, yarn, longrope, llama3
  double factor = 1;
  double original_length = 0;                                  // positions before the scaling
  double longest = 0;                                          // max_position_embeddings
  double low_frequency_factor = 1, high_frequency_factor = 4;  // llama3
  double beta_fast = 32, beta_slow = 1;                        // yarn
  bool truncate = true;
  double attention_factor = 0;                                // 0: as the scaling says
  double magnitude = 0, magnitude_all = 0;                    // yarn: mscale, mscale_all_dim; 0: not given
  std::vector<double> short_factors = {}, long_factors = {};  // longrope
};

/// theta_0 .. theta_(width/2 - 1), in radians per position, for samples of `length` tokens (dynamic and longrope alone
/// look at it). Rounded to float, as every implementation stores them.
std::vector<double> rope_frequencies(const Rope& rope, Index length);

/// What sines and cosines are multiplied with.
double rope_magnitude(const Rope& rope);

}  // namespace sextant::foreign
