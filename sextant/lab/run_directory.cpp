// One directory, one run, one process at a time.
#include "sextant/lab/run_directory.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "sextant/core/event_file.h"
#include "sextant/core/file_modes.h"
#include "sextant/core/tree.h"
#include "sextant/lab/run_check.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {
namespace {

constexpr const char* way_out = "choose another directory with --out, or delete the existing run with --fresh";

}  // namespace

RunDirectory::RunDirectory(std::string path, const Configuration& configuration, bool fresh)
    : path_(std::move(path)), lock_((make_directory(path_), path_)) {
  remove_orphans(file(run_file::panels));
  if (fresh) remove_run();
  set_remains_aside();
  try {
    check_lost_configuration(path_, identity_digest(configuration));
    check_run(path_);
  } catch (const DamagedFile& damage) {
    set_aside(damage.what());
  }
  refuse_other_run(configuration);
}

void RunDirectory::remove_run() const {
  for (const char* name : run_file::all) remove_to_rewrite(file(name));
  remove_event_files(path_);
  remove_panels();
}

void RunDirectory::remove_panels() const {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(file(run_file::panels), none))
    if (entry.path().extension() == ".json") std::filesystem::remove(entry.path(), none);
}

bool RunDirectory::has(const char* name) const { return file_exists(file(name)); }

void RunDirectory::write(const char* name, std::string_view content) {
  write_file_atomically(file(name), content, when_to_sync());
  note_written(name);
}

void RunDirectory::note_written(const char* name) {
  if (when_to_sync() == Sync::later) waiting_.push_back(file(name));
}

void RunDirectory::sync() {
  lock_.require_held();
  if (waiting_.empty()) return;
  for (const auto& path : waiting_) sync_file(path);
  sync_directory(path_);
  waiting_.clear();
}

void RunDirectory::refuse_other_run(const Configuration& configuration) const {
  if (!has(run_file::configuration)) {
    for (const char* name : run_file::all)
      require(!has(name), "{}: it contains {} but no config.toml, so the run is unknown; {}", path_, name, way_out);
    return;
  }
  const Configuration there = Configuration::read(read_toml_file(file(run_file::configuration)));
  const std::string difference = describe_difference(there.write_identity(), configuration.write_identity());
  require(difference.empty(), "{}: it contains a run with a different configuration ({}); {}", path_, difference,
          way_out);
  refuse_other_data(configuration);
  refuse_other_code(configuration);
}

/// Before the first checkpoint nothing is synced, so after a power cut any of the files may be missing. Without
/// config.toml nobody knows whose the others are.
void RunDirectory::set_remains_aside() {
  if (has(run_file::configuration) || has(run_file::checkpoint) || has(run_file::result)) return;
  for (const char* name : run_file::all)
    if (has(name)) return set_aside(fmt::format("{}: it contains {} but no config.toml", path_, name));
}

/// In the order in which a run is removed, so that a stop in the middle leaves nothing that looks whole.
void RunDirectory::set_aside(const std::string& reason) {
  const std::string aside = file("damaged");
  make_directory(aside);
  for (const char* name : run_file::all)
    if (has(name))
      require(::rename(file(name).c_str(), file_in(aside, name).c_str()) == 0, "{}: cannot be moved into {}: {}",
              file(name), aside, std::strerror(errno));
  remove_panels();
  sync_directory(path_);
  damage_ = fmt::format("{}; the run was moved to {} and is trained again", reason, aside);
}

/// environment.json, or an empty tree where there is none yet.
Tree RunDirectory::environment() const {
  return has(run_file::environment) ? read_file_of_run(path_, run_file::environment) : Tree::object();
}

void RunDirectory::refuse_other_data(const Configuration& configuration) const {
  if (!has(run_file::checkpoint) && !finished_result()) return;  // nothing has come of the data yet
  const Tree there = environment().value("data", Tree::object());
  const Tree here = digest_data(configuration);
  for (const auto& [name, digest] : here.items())
    require(there.value(name, "") == digest, "{}: it contains a run whose input {} has changed since; {}", path_, name,
            way_out);
}

/// A checkpoint of other code would go on to numbers that neither code gives alone.
void RunDirectory::refuse_other_code(const Configuration& configuration) const {
  if (!has(run_file::checkpoint) || finished_result()) return;
  const std::string there = environment().value("code", "unknown"), here = code_version(configuration);
  require(there == here, "{}: it contains an unfinished run of a different code version ({} there, {} here); {}", path_,
          there, here, way_out);
}

std::optional<Tree> RunDirectory::finished_result() const { return read_finished_result(path_); }

}  // namespace sextant::lab
