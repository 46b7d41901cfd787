// Sections of an experiment's file, with errors that say where.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::lab {

/// An Error where a key is not among the known ones; it names the nearest.
void refuse_other_keys(const Tree& section, const std::string& place, const std::vector<std::string>& known);

/// The section of that name, or an empty one; the tree must outlive what is returned.
const Tree& section_at(const Tree& tree, const std::string& key, const std::string& place);

std::string text_at(const Tree& tree, const std::string& key, const std::string& otherwise, const std::string& place);

/// One of a section's entries by name; an Error names the nearest. `noun` says what the entries are.
const Tree& choose_section(const Tree& sections, const std::string& name, const std::string& place, const char* noun);

/// Sets every value of `changes` in the configuration.
void change_configuration(Tree& configuration, const Tree& changes);

}  // namespace sextant::lab
