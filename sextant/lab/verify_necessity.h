// Positions are necessary: without them an encoder is permutation equivariant and cannot tell two orders of
// the same tokens apart; with any encoding, or a causal mask, it can.
#pragma once

#include "sextant/core/options.h"
#include "sextant/lab/verification.h"

namespace sextant::lab {

struct VerifyNecessityOptions : Options {
  Index seed = 1;
  Index steps = 0;

  void visit(OptionVisitor& option) override;
};

/// An Error where the request is wrong, BrokenRun where a training broke on its way.
Verification verify_necessity(const VerifyNecessityOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
