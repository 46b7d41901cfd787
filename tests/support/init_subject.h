// The tensors of a small transformer without the transformer: every role and every kind that an initialiser meets.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "sextant/core/tree.h"
#include "sextant/init/initialiser.h"

namespace sextant::test::inline SEXTANT_PRECISION {

inline void declare_model(Parameters& parameters, Index width = 48, Index inner = 80) {
  const auto weight = [&](const char* name, Role role, Index rows, Index columns) {
    parameters.add(
        {.name = std::string(name) + ".weight", .role = role, .rows = rows, .columns = columns, .fan_in = columns});
    parameters.add({.name = std::string(name) + ".bias",
                    .role = role,
                    .kind = ParameterKind::bias,
                    .rows = 1,
                    .columns = rows,
                    .fan_in = columns});
  };
  const auto table = [&](const char* name, Role role, Index rows, bool trainable) {
    parameters.add({.name = name,
                    .role = role,
                    .kind = ParameterKind::embedding,
                    .rows = rows,
                    .columns = width,
                    .fan_in = width,
                    .trainable = trainable});
  };
  table("token.table", Role::token, 60, true);
  table("position.table", Role::position, 30, true);
  table("position.frozen", Role::position, 30, false);
  weight("position", Role::position, 40, 24);
  weight("query", Role::query, width, width);
  weight("key", Role::key, width, width);
  weight("value", Role::value, 24, width);
  weight("attention_output", Role::attention_output, width, 24);
  weight("feed_forward.in", Role::feed_forward_in, inner, width);
  weight("feed_forward.out", Role::feed_forward_out, width, inner);
  parameters.add({.name = "norm.gain",
                  .role = Role::norm,
                  .kind = ParameterKind::gain,
                  .rows = 1,
                  .columns = width,
                  .fan_in = width});
  parameters.add({.name = "norm.bias",
                  .role = Role::norm,
                  .kind = ParameterKind::bias,
                  .rows = 1,
                  .columns = width,
                  .fan_in = width});
  weight("readout", Role::readout, 10, width);
  parameters.add({.name = "given",
                  .role = Role::position,
                  .kind = ParameterKind::embedding,
                  .rows = 1,
                  .columns = 3,
                  .fan_in = 3,
                  .given = {1, -0.5, 1e9}});
  parameters.allocate();
}

inline std::unique_ptr<Initialiser> make_initialiser(const std::string& name, const Tree& options = Tree::object(),
                                                     Index depth = 2) {
  const auto& variant = initialisers().find(name);
  const auto own = variant.make_options();
  read_options(options, "init", {own.get()});
  return variant.make(*own, depth);
}

}  // namespace sextant::test::inline SEXTANT_PRECISION
