// Positional encodings by what a user types, as points or distances:
//   NAME[:key=value...]       every registered encoding with its options, and width, heads, head_width, causal, sigma
//   learned:FILE[:skip=R]     rows of a table: x.npy, x.csv, x.safetensors#tensor (table:FILE is the same)
//   mds[:R], smacof[:R]       built from the target itself, all axes or R
//   line[:slope=M]            t M
//   zero, random, equal       what says nothing of position
#pragma once

#include <string>
#include <vector>

#include "sextant/data/arrangement.h"
#include "sextant/stress/target.h"

namespace sextant::lab {

struct Encoding {
  std::string name;  // as typed
  std::string rule;  // how it became distances, printed beside every number
  Table vectors;     // (n, width); empty where there are only distances
  std::unique_ptr<PairDistances> distances;
};

/// For all that are not told otherwise.
struct EncodingDefaults {
  Index width = 768;
  Index heads = 12;
  std::string arrangement = "index";  // as position.arrangement
  std::uint64_t seed = 1;
};

Encoding make_encoding(const std::string& text, const Target& target, const EncodingDefaults& defaults);

}  // namespace sextant::lab
