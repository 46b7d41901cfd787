// Proof, for a user's own configuration, that a run ends in the same bytes however it got there: straight,
// stopped and resumed, killed and restarted, on one thread or two, alone or beside other runs.
#pragma once

#include "sextant/lab/configuration.h"
#include "sextant/lab/verification.h"

namespace sextant::lab {

struct ResumeRequest {
  Configuration configuration;
  Index steps = 60;  // at most this many; a shorter run is taken whole
  /// A program that trains when called with: train CONFIG --out DIRECTORY --quiet.
  std::string program;
};

Verification verify_resume(const ResumeRequest& request, const VerificationWatcher& watch);

}  // namespace sextant::lab
