// A claim against the evidence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/lab/experiment/evidence.h"

namespace sextant::lab {

struct Verdict {
  Claim claim;
  Measured measured = {};
  Index seeds = 0;                // of the case that has the fewest
  std::optional<bool> held = {};  // nothing: not decided
  std::string note = {};          // the test's p, which case decided, why nothing was decided
};

Verdict judge(const Claim& claim, const Study& study, const Evidence& evidence);

/// The list of claims.json (docs/page_data.md).
Tree write_claims(const std::vector<Verdict>& verdicts);

}  // namespace sextant::lab
