// The page live: served on this machine until somebody stops it.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "sextant/core/events.h"
#include "sextant/core/options.h"

namespace sextant::report {

struct ViewOptions : Options {
  std::vector<std::string> paths = {};
  Index port = 0;      // 0: any free one
  double seconds = 0;  // 0: until it is stopped
  bool token = true;

  void visit(OptionVisitor& option) override;
};

struct ViewResult {
  std::string address = {};
};

/// Serves the page until `stop` or the end of its seconds. An Error where a path holds nothing to show, the port is
/// taken, or this build has no page. Events: the finding "page" with the address, which holds the token; a warning
/// where there is none; a tick several times a second.
ViewResult view(const ViewOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::report
