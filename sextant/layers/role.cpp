// The names of roles and kinds, as configurations and audits write them.
#include "sextant/layers/role.h"

#include <array>

namespace sextant::layers {

const char* name_of(Role role) {
  switch (role) {
    case Role::token:
      return "token";
    case Role::position:
      return "position";
    case Role::query:
      return "query";
    case Role::key:
      return "key";
    case Role::value:
      return "value";
    case Role::attention_output:
      return "attention_output";
    case Role::feed_forward_in:
      return "feed_forward_in";
    case Role::feed_forward_out:
      return "feed_forward_out";
    case Role::norm:
      return "norm";
    case Role::readout:
      return "readout";
    case Role::mixer_in:
      return "mixer_in";
    case Role::mixer_state:
      return "mixer_state";
    case Role::mixer_output:
      return "mixer_output";
    case Role::router:
      return "router";
    case Role::latent:
      return "latent";
  }
  return "";
}

const char* name_of(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::weight:
      return "weight";
    case ParameterKind::embedding:
      return "embedding";
    case ParameterKind::bias:
      return "bias";
    case ParameterKind::gain:
      return "gain";
  }
  return "";
}

std::span<const Role> all_roles() {
  static constexpr std::array roles{
      Role::token,           Role::position,         Role::query, Role::key,     Role::value,    Role::attention_output,
      Role::feed_forward_in, Role::feed_forward_out, Role::norm,  Role::readout, Role::mixer_in, Role::mixer_state,
      Role::mixer_output,    Role::router,           Role::latent};
  return roles;
}

}  // namespace sextant::layers
