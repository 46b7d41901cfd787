// What names a run (ADR 0015): its options, the bytes of the files that it reads and the code that it uses, which is
// the engine and the variants that it names.
#pragma once

#include <string>

#include "sextant/lab/configuration.h"

namespace sextant::lab {

/// The version of each variant that the run names: {"tasks/word_order": "...", ...}.
Tree variant_versions(const Configuration& configuration);

/// 12 hexadecimal digits of the engine and those variants: equal digits, equal results.
std::string code_version(const Configuration& configuration);

/// Every file that the run reads with the digest of its bytes.
Tree digest_data(const Configuration& configuration);

/// Of the options that decide the result: files of a run say by it whose they are.
std::string identity_digest(const Configuration& configuration);

/// A directory name for a configuration: `stem` and a hash of everything that decides its result.
std::string name_run(const std::string& stem, const Configuration& configuration);

}  // namespace sextant::lab
