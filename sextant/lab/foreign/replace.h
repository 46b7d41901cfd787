// Another table in the place of a model's position embeddings, with its shape checked and what changed reported.
#pragma once

#include <stop_token>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/lab/foreign/model_files.h"
#include "sextant/lab/foreign/table_change.h"

namespace sextant::lab {

struct ReplaceOptions : Options {
  std::string model = {};
  std::string table = {};
  std::string tensor = {};
  bool first = false;
  std::string out = {};

  void visit(OptionVisitor& option) override;
};

struct ReplaceResult {
  TableChange change = {};
  Index rows = 0;  // that were replaced
  WrittenModel written = {};
};

/// As `compress`. A warning where the new table lies in other directions than the model's own: its other weights were
/// trained with that basis.
ReplaceResult replace(const ReplaceOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
