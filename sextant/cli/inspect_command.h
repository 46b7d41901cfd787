// `sextant inspect`: what is asked, and the command itself.
#pragma once

#include "sextant/lab/foreign/inspection.h"

namespace sextant::cli {

struct InspectRequest {
  std::string file;
  std::vector<std::string> tensors;  // empty: whatever looks like positions
  std::string grid;                  // "14x14"
  std::string out;                   // a directory for panels
  bool run = false;                  // the model too
  LayerRequest layers;
};

int inspect_command(const InspectRequest& request);

}  // namespace sextant::cli
