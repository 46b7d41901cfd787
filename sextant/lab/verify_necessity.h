// Positions are necessary: without them an encoder is permutation equivariant and cannot tell two orders of
// the same tokens apart; with any encoding, or a causal mask, it can.
#pragma once

#include "sextant/core/index.h"
#include "sextant/lab/verification.h"

namespace sextant::lab {

struct NecessityRequest {
  std::uint64_t seed = 1;
  Index steps = 800;  // of training, at most, for each encoding; half of them without positions
};

Verification verify_necessity(const NecessityRequest& request, const VerificationWatcher& watch);

}  // namespace sextant::lab
