// A positional encoding on one card, for `sextant list positions --card NAME`: what its line in the list says, and what
// is measured on it as it starts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::lab {

/// The stress of an encoding as it starts, measured once on a corpus (docs/encodings_stress.csv).
struct CorpusStress {
  std::string encoding;  // with its options, as `sextant stress --encoding` takes it
  std::string corpus;
  Index positions = 0;
  double shape = 0;  // what no rescaling removes
  double raw = 0;    // counts the scale too
};

struct PositionCard {
  std::string name;
  std::string sentence;
  std::string formula;
  std::string source;
  std::string arrangements;
  std::string beyond;   // extends, clamps or refuses
  std::string options;  // one line each; empty where there are none
  // Measured, on `tokens` tokens in order. An encoding that needs a file is not.
  Index tokens = 0;
  std::string rule;                    // how the distances were made
  std::optional<double> shift_error;   // largest change of a distance when both tokens move on by one, of the largest
  std::optional<double> pairs_apart;   // share of pairs of tokens that it tells apart
  std::optional<double> order_effect;  // relative change of an encoder's outputs when its tokens are permuted
  Table distances;                     // (tokens, tokens) of the encoding's geometry
  Table attention_bias;                // (tokens, tokens): row i asks (positions/attention_bias.h)
  std::vector<CorpusStress> stress;    // empty where it was not measured
};

/// The rows of docs/encodings_stress.csv for this encoding.
std::vector<CorpusStress> find_corpus_stress(const std::string& name);

/// The encoding as it starts with this seed.
PositionCard make_position_card(const std::string& name, std::uint64_t seed);

}  // namespace sextant::lab
