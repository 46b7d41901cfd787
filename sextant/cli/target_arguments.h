// The arguments that name a target, the same for `stress` and `encode`.
#pragma once

#include <memory>

#include "sextant/stress/target_request.h"

namespace CLI {
class App;
}

namespace sextant::cli {

struct TargetArguments {
  TargetRequest request;
  std::string rule = "present";
  std::string estimator = "cross_half";

  /// With the names turned into what they mean.
  TargetRequest finished() const;
};

void add_target(CLI::App& command, TargetArguments& arguments);

/// How much memory the program took, and how much was allowed.
std::string describe_memory(const TargetRequest& request);

}  // namespace sextant::cli
