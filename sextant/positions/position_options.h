// Which encoding a model has, where it sits and how it starts.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sextant/core/options.h"

namespace sextant::positions {

/// Where an encoding sits, for all of them; the variant's own options stand in the same section.
struct PositionOptions final : Options {
  std::string kind = "learned";
  std::string at = "auto";
  bool shared = false;
  std::optional<double> sigma;
  std::string arrangement = "task";
  std::optional<double> vector_norm;
  std::optional<Index> randomise_to;
  std::optional<Index> drop_at_step;
  std::shared_ptr<Options> own;  // of the chosen kind

  void visit(OptionVisitor& option) override;
};

}  // namespace sextant::positions
