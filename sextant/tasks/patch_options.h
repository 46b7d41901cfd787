// Where images come from and how they are cut into patches: what the tasks on images have in common.
#pragma once

#include "sextant/core/options.h"
#include "sextant/data/images/patch_rows.h"

namespace sextant::tasks {

struct PatchOptions {
  explicit PatchOptions(bool labelled) { plan.labelled = labelled; }

  PatchPlan plan;

  /// The options of the images; those of the labels too where the task has a use for them.
  void visit(OptionVisitor& option);
};

}  // namespace sextant::tasks
