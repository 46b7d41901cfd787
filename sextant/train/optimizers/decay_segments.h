// Weight decay on all parameters or by role, as runs of the flat buffer with one decay each, so that the
// update loops need no branch per number.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/options.h"
#include "sextant/layers/parameter.h"

namespace sextant::train::inline SEXTANT_PRECISION {

/// The two options that every optimiser has.
struct DecayOptions {
  double weight_decay = 0;
  std::vector<std::string> decay_roles;

  void visit(OptionVisitor& option);
};

struct DecaySegment {
  Index begin = 0;
  Index end = 0;
  double decay = 0;
};

/// The trainable zone of the flat buffer, cut where the decay changes. An unknown role is an error.
std::vector<DecaySegment> make_decay_segments(const Parameters& parameters, const DecayOptions& options);

}  // namespace sextant::train::inline SEXTANT_PRECISION
