// The contract of an optimiser: one pass over the flat trainable parameters.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sextant/core/family.h"
#include "sextant/layers/parameter.h"

namespace sextant::train::inline SEXTANT_PRECISION {

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  /// values -= update(gradients); `step` counts from 1. `gradient_scale` multiplies gradients first (clipping).
  virtual void update(std::span<real> values, std::span<const real> gradients, double learning_rate,
                      real gradient_scale, Index step) = 0;
  /// Named state, for checkpoints: "first_moment", ...; each as long as the trainable parameters.
  struct State {
    std::string name;
    std::span<real> values;
  };
  virtual std::vector<State> state() = 0;
};

using MakeOptimizer = std::unique_ptr<Optimizer>(const Options& own, const Parameters& parameters);
const Family<MakeOptimizer>& optimizers();

}  // namespace sextant::train::inline SEXTANT_PRECISION

/// In the .cpp of an optimiser: Class has a type OwnOptions and a constructor (const OwnOptions&, const Parameters&).
#define SEXTANT_DEFINE_OPTIMIZER(name, Class) SEXTANT_DEFINE_VARIANT(MakeOptimizer, name, Class)
