#include "sextant/lab/run_check.h"

#include <map>

#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/options.h"
#include "sextant/core/safetensors.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/run_identity.h"
#include "sextant/results/run_files.h"
#include "sextant/results/run_reader.h"

namespace sextant::lab {
namespace {

/// The safetensors file's metadata; DamagedFile where it is not what was written.
std::map<std::string, std::string> check_tensors(const std::string& path) {
  try {
    return Safetensors(path).metadata();
  } catch (const Error& error) {
    throw DamagedFile(path, error.what());
  }
}

Tree check_configuration(const std::string& path) {
  const std::string text = read_checked_toml(path);
  try {
    return parse_toml(text, path);
  } catch (const Error& error) {
    throw DamagedFile(path, error.what());
  }
}

/// The rows of metrics.csv up to a checkpoint are those that were there when it was written.
void check_rows(const std::string& path, const std::map<std::string, std::string>& checkpoint) {
  const auto said = checkpoint.find("metrics");
  if (said == checkpoint.end()) return;
  const Tree metrics = parse_json_or_null(said->second);
  if (!file_exists(path)) throw DamagedFile(path, "it has gone");
  if (metrics.at("digest") != Tree(digest_bytes(path, metrics.at("bytes").get<std::size_t>())))
    throw DamagedFile(path, "its rows are not those that were written before the checkpoint");
}

/// Weights, rows and positions that a run would go on from.
void check_progress(const std::string& directory, const Configuration& there) {
  const auto file = [&](const char* name) { return file_in(directory, name); };
  const auto metadata = check_tensors(file(run_file::checkpoint));
  const auto said = metadata.find("configuration");
  if (said != metadata.end() && said->second != write_toml(there.write_identity()))
    throw DamagedFile(file(run_file::checkpoint), "it belongs to another run");
  check_rows(file(run_file::metrics), metadata);
  if (!file_exists(file(run_file::positions))) return;
  const auto positions = check_tensors(file(run_file::positions));
  if (const auto owner = positions.find("run"); owner != positions.end() && owner->second != run_digest(directory))
    throw DamagedFile(file(run_file::positions), "it belongs to another run");
}

}  // namespace

void check_run(const std::string& directory) {
  const auto file = [&](const char* name) { return file_in(directory, name); };
  require_files(directory);
  if (!file_exists(file(run_file::configuration))) return;
  const Tree configuration = check_configuration(file(run_file::configuration));
  if (const auto result = read_finished_result(directory)) return check_run_files(directory, *result);
  if (!file_exists(file(run_file::checkpoint))) return;
  if (!file_exists(file(run_file::environment))) throw DamagedFile(file(run_file::environment), "it has gone");
  const Configuration there = Configuration::read(configuration);
  const Tree environment = read_file_of_run(directory, run_file::environment);
  if (environment.value("code", "unknown") == code_version(there))
    check_progress(directory, there);  // or it is refused
}

void check_lost_configuration(const std::string& directory, const std::string& identity) {
  const std::string configuration = file_in(directory, run_file::configuration);
  if (file_exists(configuration)) return;
  for (const char* name : {run_file::result, run_file::environment, run_file::timing})
    if (const std::string path = file_in(directory, name); file_exists(path))
      if (read_checked_json(path).value("run", "") == identity) throw DamagedFile(configuration, "it has gone");
}

std::optional<Tree> read_finished_result(const std::string& directory) {
  auto result = read_run_result(directory);
  return result && result->at("status") != "failed" ? result : std::nullopt;
}

}  // namespace sextant::lab
