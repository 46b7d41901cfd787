// How weights start: the initialiser and its own options.
#pragma once

#include <memory>
#include <string>

#include "sextant/core/options.h"

namespace sextant::init {

struct InitOptions final : Options {
  std::string kind = "pytorch";
  std::shared_ptr<Options> own;
  void visit(OptionVisitor& option) override;
};

}  // namespace sextant::init
