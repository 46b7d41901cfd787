// Known models as configurations: what --like NAME, or `like = "NAME"` in a configuration, sets. Sizes are the user's
// (model.width, model.depth); what follows from the width, such as heads, is computed from it.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/options.h"

namespace sextant::lab {

struct Preset {
  std::string name;
  std::string sentence;
};

/// Those of presets.cpp, in its order.
std::vector<Preset> list_presets();

/// The sections that the preset named in `configuration` sets at the width given there; an empty object where none is
/// named. Whatever the configuration says itself has precedence.
Tree expand_preset(const Tree& configuration);

/// The preset's values of those `known` options that the user's `section` leaves open, and the section on top.
Tree under_section(const Tree& preset, const Tree& section, const std::vector<std::string>& known);

/// "model.norm_place=pre": what the preset of a configuration sets in the end, `resolved` being the whole
/// configuration.
std::vector<std::string> describe_preset(const Tree& configuration, const Tree& resolved);

}  // namespace sextant::lab
