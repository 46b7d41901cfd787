// The arguments that name a target, the same for `stress` and `encode`.
#pragma once

#include "sextant/lab/stress/target_options.h"

namespace CLI {
class App;
}

namespace sextant::cli {

void add_target(CLI::App& command, TargetOptions& options);

/// How much memory the program took, and how much was allowed.
std::string describe_memory(const TargetOptions& options);

}  // namespace sextant::cli
