// How long, in what portions and with which safeguards a model is trained.
#pragma once

#include "sextant/core/options.h"

namespace sextant::train {

struct TrainOptions final : Options {
  Index steps = 1000;
  Index epochs = 0;
  Index batch = 64;
  double clip = 0;
  Index gradient_shards = 2;
  Index threads = 1;
  Index chunk_rows = 512;
  bool savings = true;
  std::string denormals = "flush";
  Index record_every = 10;
  Index evaluate_every = 100;
  bool evaluate_at_end = true;
  std::string stop_metric = "none";
  std::string stop_split = "test";
  std::optional<double> stop_value;
  Index patience = 0;
  Index checkpoint_every = 0;
  bool record_positions = true;
  bool meter = false;
  Index meter_probes = 12;

  void visit(OptionVisitor& option) override;
  /// Throws an Error that names the first option that makes no sense.
  void check() const;
};

}  // namespace sextant::train
