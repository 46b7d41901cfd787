// The panels and claims that analyses and experiments wrote: panels/*.json and claims.json of a directory.
#pragma once

#include <string>
#include <vector>

#include "sextant/results/run_record.h"

namespace sextant::report {

/// In their order. A file that cannot be read gives a panel of kind `fault` in its place, and a fault.
/// Ids are the names of the files behind `prefix`.
std::vector<Tree> read_panel_files(const std::string& directory, const std::string& prefix, std::vector<Fault>& faults);

/// The list in claims.json; empty where there is none.
/// The headline.json of an experiment: its title, its sentence, its numbers. Null where there is none or it is broken.
Tree read_headline(const std::string& directory, std::vector<Fault>& faults);

Tree read_claims(const std::string& directory, std::vector<Fault>& faults);

}  // namespace sextant::report
