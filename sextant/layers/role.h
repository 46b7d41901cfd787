// What a tensor is for, and what kind of tensor it is: an initialiser chooses its law by these.
#pragma once

#include <span>

#include "sextant/core/index.h"

namespace sextant::layers {

enum class Role {
  token,
  position,
  query,
  key,
  value,
  attention_output,
  feed_forward_in,
  feed_forward_out,
  norm,
  readout,
  mixer_in,      // of mixers other than attention: what they make of a token's row
  mixer_state,   // how tokens meet in them: recurrences, kernels, mixing matrices
  mixer_output,  // what goes back to the stream
  router,        // which expert a token goes to
  latent,        // learned rows that read a sample
};
enum class ParameterKind { weight, embedding, bias, gain };

const char* name_of(Role role);
const char* name_of(ParameterKind kind);
/// All roles, in order.
std::span<const Role> all_roles();

}  // namespace sextant::layers
