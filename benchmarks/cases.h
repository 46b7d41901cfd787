// The models of the papers at their real sizes, with data of the right shape already in memory: what
// compare_pytorch.py trains on both sides.
#pragma once

#include <string>
#include <vector>

#include "sextant/train/trainer.h"

namespace sextant::test::inline SEXTANT_PRECISION {

struct SpeedCase {
  TaskShape shape;
  SessionParts parts;
};

std::vector<std::string> speed_case_names();
SpeedCase speed_case(const std::string& name);

/// Random samples of a shape, drawn before the clock starts; each step takes the next ones.
std::unique_ptr<Task> make_prepared_task(const TaskShape& shape, Index batch);

}  // namespace sextant::test::inline SEXTANT_PRECISION
