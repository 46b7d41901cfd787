// Where a model drops and where it is disturbed: numbered, so that each site of each block has random numbers of its
// own.
#pragma once

#include "sextant/core/random.h"
#include "sextant/nn/model.h"

namespace sextant::nn {

enum class Site : std::uint32_t { position, attention, attention_residual, feed_forward_residual };

inline bool drops(double rate, const ModelOptions& model, const Pass& pass) {
  return rate > 0 && (pass.training || model.dropout_always);
}

inline Random random_of(const Pass& pass, Index block, Site site) {
  const auto part = static_cast<std::uint32_t>(4 * block) + static_cast<std::uint32_t>(site);
  return {pass.seed, pass.training ? Stream::dropout : Stream::evaluation, pass.step, part};
}

}  // namespace sextant::nn
