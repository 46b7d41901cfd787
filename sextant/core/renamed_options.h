// Options that had another name in an earlier version. Configurations, sweeps and command lines may use the old name,
// and the runs of both stand in one group.
#pragma once

#include <string_view>

#include "sextant/core/options.h"

namespace sextant::core {

/// The name that an option has today: "train.gradient_shards" for "train.lanes"; any other key is as it was.
std::string_view current_option_name(std::string_view key);

/// A configuration with sections, its options by the names of today. One option under both names is refused.
Tree with_current_option_names(const Tree& configuration);

}  // namespace sextant::core
