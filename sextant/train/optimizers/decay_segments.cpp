// Which part of the flat buffer decays, and how much.
#include "sextant/train/optimizers/decay_segments.h"

#include <algorithm>

namespace sextant::train::inline SEXTANT_PRECISION {

void DecayOptions::visit(OptionVisitor& option) {
  option("weight_decay", weight_decay, at_least(0), "weight decay coefficient");
  option("decay_roles", decay_roles, "parameter roles that weight decay applies to (token, query, ...); empty: all");
}

std::vector<DecaySegment> make_decay_segments(const Parameters& parameters, const DecayOptions& options) {
  std::vector<std::string> known;
  for (const Role role : all_roles()) known.emplace_back(name_of(role));
  for (const auto& role : options.decay_roles)
    require(std::ranges::find(known, role) != known.end(), "optimizer.decay_roles: no role '{}'{}", role,
            nearest_name_hint(role, known));

  std::vector<DecaySegment> segments;
  for (const auto& parameter : parameters.list()) {
    if (!parameter.trainable) continue;
    const auto& roles = options.decay_roles;
    const bool decays = roles.empty() || std::ranges::find(roles, name_of(parameter.role)) != roles.end();
    const DecaySegment segment{parameter.offset, parameter.offset + parameter.size(),
                               decays ? options.weight_decay : 0};
    if (!segments.empty() && segments.back().decay == segment.decay && segments.back().end == segment.begin)
      segments.back().end = segment.end;
    else
      segments.push_back(segment);
  }
  return segments;
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
