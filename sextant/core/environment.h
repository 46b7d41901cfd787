// What a result was computed with: the version, the compiler, the instruction set, the machine's kind.
#pragma once

#include <string>

#include "sextant/core/options.h"

namespace sextant::core {

/// One line: "sextant 0.1.0, commit ..., engine ..., GCC 12.2.0, AVX2".
std::string version_text();

/// For the record beside results: version, commit, engine, compiler, instruction_set, processor, cores, system.
/// Says nothing that names the machine or its owner.
Tree environment_record();

}  // namespace sextant::core
