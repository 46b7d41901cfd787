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

/// Arithmetic of a step outside products: what the scan of `selective` and the direct convolution of `state_space` do.
/// Every vector instruction counts as two operations per lane, as a multiply-add does, since it takes as long.
double operations_outside_products(const SpeedCase& chosen);

/// Random samples of a shape, drawn before the clock starts; each step takes the next ones.
std::unique_ptr<Task> make_prepared_task(const TaskShape& shape, Index batch);

}  // namespace sextant::test::inline SEXTANT_PRECISION
