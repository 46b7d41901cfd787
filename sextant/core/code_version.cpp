// The table of digests that the build makes. Alone in this file, which is compiled whenever one of them changes.
#include "sextant/core/code_version.h"

#include "sextant/core/digest.h"
#include "sextant/core/error.h"

namespace sextant::core {
namespace {

struct VariantVersion {
  std::string_view family;
  std::string_view name;
  std::string_view digest;
};

#define SEXTANT_ENGINE(digest) constexpr std::string_view engine_digest = digest;
#define SEXTANT_VARIANT(family, name, digest)
#include "sextant_code_version.inc"
#undef SEXTANT_ENGINE
#undef SEXTANT_VARIANT

constexpr VariantVersion variant_versions[] = {
#define SEXTANT_ENGINE(digest)
#define SEXTANT_VARIANT(family, name, digest) {family, name, digest},
#include "sextant_code_version.inc"
#undef SEXTANT_ENGINE
#undef SEXTANT_VARIANT
};

}  // namespace

std::string engine_version() { return std::string(engine_digest); }

std::string variant_version(std::string_view family, std::string_view name) {
  for (const auto& one : variant_versions)
    if (one.family == family && one.name == name) return std::string(one.digest);
  fail("{} of {}: the build took no digest of its sources, so no run can be named by it", name, family);
}

std::string combine_versions(const std::vector<std::string>& versions) {
  Digest digest;
  for (const auto& version : versions) digest.add(version).add("\n");
  return digest.text().substr(0, 12);
}

}  // namespace sextant::core
