#include "sextant/lab/run_identity.h"

#include "sextant/core/code_version.h"
#include "sextant/core/digest.h"
#include "sextant/core/files.h"
#include "sextant/core/tree.h"

namespace sextant::lab {

Tree variant_versions(const Configuration& configuration) {
  Tree versions = Tree::object();
  for (const auto& [family, name] : configuration.variants())
    versions[family + "/" + name] = variant_version(family, name);
  return versions;
}

std::string code_version(const Configuration& configuration) {
  std::vector<std::string> versions{engine_version()};
  const Tree variants = variant_versions(configuration);  // named: items() of a temporary would dangle
  for (const auto& [variant, version] : variants.items())
    versions.push_back(variant + " " + version.get<std::string>());
  return combine_versions(versions);
}

Tree digest_data(const Configuration& configuration) {
  Tree digests = Tree::object();
  for (const auto& name : configuration.data_files()) digests[name] = digest_file(name);
  return digests;
}

std::string identity_digest(const Configuration& configuration) {
  return Digest().add(write_toml(configuration.write_identity())).text();
}

std::string name_run(const std::string& stem, const Configuration& configuration) {
  require_file_name("the name", stem);
  Digest digest;
  digest.add(write_toml(configuration.write_identity()))
      .add(digest_data(configuration).dump())
      .add(code_version(configuration));
  return stem + "-" + digest.text();
}

}  // namespace sextant::lab
