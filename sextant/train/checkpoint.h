// Everything needed to go on with a run, in one safetensors file: parameters under their own names, the
// optimiser's state as "optimizer.<state>.<parameter>", and as metadata the step, the configuration, the
// early stop, the precision and the instruction sets that took part. Nothing in it depends on time.
#pragma once

#include <string>

#include "sextant/train/checkpoint_state.h"
#include "sextant/train/trainer.h"

namespace sextant::train::inline SEXTANT_PRECISION {

void write_checkpoint(const std::string& path, const Parameters& parameters, Optimizer& optimizer,
                      const CheckpointState& state);

/// Checks names, types and shapes of all tensors and the precision before it changes anything; an error
/// names the file, the tensor, what was expected and what was found.
CheckpointState read_checkpoint(const std::string& path, Parameters& parameters, Optimizer& optimizer);

}  // namespace sextant::train::inline SEXTANT_PRECISION
