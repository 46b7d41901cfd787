// A new start for a model of Hugging Face: every weight from N(0, fan_in^-gamma) (Zhang et al., arXiv 2405.05409). Each
// tensor has a random stream of its own, a function of the seed and its name, so that another layer moves none.
#pragma once

#include <stop_token>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/init/law.h"
#include "sextant/lab/foreign/model_files.h"
#include "sextant/lab/foreign/weight_roles.h"

namespace sextant::lab {

struct InitialiseOptions : Options {
  std::string model = {};
  double gamma = 0.5;
  std::vector<std::string> roles = {};
  std::optional<double> sigma = {};
  std::string bias = "uniform";
  Index seed = 1;
  std::string out = {};

  void visit(OptionVisitor& option) override;
};

struct InitialisedTensor {
  ForeignWeight weight = {};
  std::vector<Law> laws = {};  // one, or three of a joint tensor; empty: left as it was
  double mean = 0;
  double deviation = 0;  // measured on what was drawn
};

struct InitialiseResult {
  std::vector<InitialisedTensor> tensors = {};
  WrittenModel written = {};
};

/// As `compress`. A warning names the tensors whose names do not tell what they are; they stay as they were.
InitialiseResult initialise_model(const InitialiseOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
