// Proof, for a user's own configuration, that a run ends in the same bytes however it got there: straight,
// stopped and resumed, killed and restarted, on one thread or two, alone or beside other runs.
#pragma once

#include "sextant/core/options.h"
#include "sextant/core/tree.h"
#include "sextant/lab/verification.h"

namespace sextant::lab {

struct VerifyResumeOptions : Options {
  Tree configuration = Tree::object();
  Index steps = 60;
  std::string program = {};

  void visit(OptionVisitor& option) override;
};

/// An Error where the request is wrong, BrokenRun where a run broke on its way.
Verification verify_resume(const VerifyResumeOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
