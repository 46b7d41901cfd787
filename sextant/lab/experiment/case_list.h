// The cases of an experiment by name, and the patterns that claims and figures choose them by.
#pragma once

#include <string>
#include <vector>

#include "sextant/results/job.h"

namespace sextant::lab {

/// Runs that differ in the seed alone.
struct Case {
  std::string name;
  Settings settings;

  /// The value of a setting, or null where the case does not set it.
  Tree setting(const std::string& key) const;
};

/// From [[cases]]: a name and settings. A setting with several values makes several cases, whose names have the values
/// in place of {key}: name = "learn-{position.sigma}".
std::vector<Case> read_cases(const Tree& list, const std::string& place);

/// Whether a name fits a pattern, in which * stands for anything.
bool fits_pattern(const std::string& name, const std::string& pattern);

/// An Error where a pattern fits no case.
void require_known(const std::vector<std::string>& patterns, const std::vector<Case>& cases, const std::string& place);

/// Every value in a tree of sections with its dotted key.
Settings list_settings(const Tree& section);

}  // namespace sextant::lab
