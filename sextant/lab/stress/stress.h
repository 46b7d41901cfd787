// How far encodings are from the distances that data ask for.
#pragma once

#include "sextant/lab/stress/stress_report.h"
#include "sextant/lab/stress/target_options.h"

namespace sextant::lab {

struct StressOptions : TargetOptions {
  std::vector<std::string> encodings = {"sinusoidal", "rotary", "alibi", "mds:8"};
  Index width = EncodingDefaults().width;
  Index heads = EncodingDefaults().heads;
  std::string arrangement = EncodingDefaults().arrangement;
  Index bootstrap = 40;
  Index permutations = 999;
  std::string out = {};

  void visit(OptionVisitor& option) override;
};

/// Where `out` is given, stress.json, stress.csv and panels are written there. Events: the progress of each stage. An
/// Error where the request is wrong; Stopped where the caller wanted to.
StressReport measure_stress(const StressOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
