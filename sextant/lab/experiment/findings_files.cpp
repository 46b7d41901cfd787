#include "sextant/lab/experiment/findings_files.h"

#include <filesystem>

#include "sextant/analysis/analysis.h"
#include "sextant/core/code_version.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/lab/run_identity.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {
namespace {

std::string folder_of(const std::string& run, bool trained) {
  return run + "/findings" + (trained ? "" : "/untrained");
}

std::string path_of(const std::string& run, const std::string& analysis, bool trained) {
  return folder_of(run, trained) + "/" + analysis + ".json";
}

}  // namespace

MeasuredRun make_measured_run(const std::string& directory) {
  try {
    return {directory, code_version(Configuration::read(read_toml_file(directory + "/config.toml")))};
  } catch (const Error&) {
    return {directory, "unknown"};  // whoever measures it will say what is wrong
  }
}

Tree findings_origin(const MeasuredRun& run, const Measurement& measurement,
                     const std::vector<MeasuredRun>& references) {
  std::vector<std::string> versions{variant_version("analyses", analyses().find(measurement.order.name).name),
                                    run.code};
  Tree names = Tree::array();
  for (const auto& reference : references) {
    versions.push_back(reference.code);
    names.push_back(std::filesystem::path(reference.directory).filename().string());
  }
  return {
      {"code", combine_versions(versions)}, {"options", measurement.order.options}, {"references", std::move(names)}};
}

bool has_findings(const std::string& run, const Measurement& measurement, const Tree& origin) {
  const Tree found = read_findings(run, measurement.order.name, measurement.trained);
  return found.is_object() && found.value("made_with", Tree()) == origin;
}

void write_findings(const std::string& run, const Measurement& measurement, const Tree& origin, Tree findings) {
  make_directory(folder_of(run, measurement.trained));
  findings["made_with"] = origin;
  findings["run"] = run_digest(run);
  write_file_atomically(path_of(run, measurement.order.name, measurement.trained), write_checked_json(findings, -1));
}

Tree read_findings(const std::string& run, const std::string& analysis, bool trained) {
  const std::string path = path_of(run, analysis, trained);
  if (!file_exists(path)) return Tree();
  try {
    return read_file_of_run(run, path.substr(run.size() + 1).c_str());
  } catch (const DamagedFile&) {
    return Tree();  // they are measured again
  }
}

}  // namespace sextant::lab
