// What a result was computed with: the version, the compiler, the instruction set, the machine's kind.
#pragma once

#include <string>

#include "sextant/core/options.h"

namespace sextant::core {

/// One line: "sextant 0.1.0, commit ..., code ..., GCC 12.2.0, AVX2".
std::string version_text();

/// 12 hexadecimal digits of a digest of all sources that decide what a run computes: another commit with the same
/// digest gives the same results.
std::string code_version();

/// The same over the sources of analyses too: what was measured on a run is measured anew when it changes.
std::string analysis_version();

/// For the record beside results: version, commit, code, compiler, instruction_set, processor, cores, system.
/// Says nothing that names the machine or its owner.
Tree environment_record();

}  // namespace sextant::core
