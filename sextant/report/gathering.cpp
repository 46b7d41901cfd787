#include "sextant/report/gathering.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/report/panel_files.h"
#include "sextant/results/checksums.h"
#include "sextant/results/option_value.h"
#include "sextant/results/run_files.h"
#include "sextant/results/run_reader.h"
#include "sextant/results/store_reader.h"

namespace sextant::report {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 4;                   // an experiment, its sweeps, their runs
constexpr std::size_t most_run_panels = 24;  // of single runs, on a page of many

bool is_sweep(const std::string& path) {
  return file_exists(file_in(path, sweep_file::store)) || file_exists(file_in(path, sweep_file::request));
}

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::vector<std::string> folders_in(const std::string& path) {
  std::vector<std::string> folders;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path, ignored))
    if (entry.is_directory(ignored) && !entry.is_symlink(ignored) &&
        !entry.path().filename().string().starts_with('.') && entry.path().filename() != run_file::panels)
      folders.push_back(entry.path().string());
  std::ranges::sort(folders);
  return folders;
}

/// As the run wrote it; a store knows no booleans and no lists.
Tree written_configuration(const RunRecord& run) {
  std::vector<Fault> ignored;  // it has been said, or there is no such directory any more
  Tree written = run.configuration.empty() ? read_run(run.directory, ignored).configuration : run.configuration;
  return written.empty() ? run.settings : written;
}

/// The configuration that all runs of a set share.
std::string shared_configuration(const std::vector<RunRecord>& runs) {
  Tree shared = written_configuration(runs.front());
  for (const auto& key : differing_keys(runs)) shared.erase(key);
  return write_toml(unflatten(shared));
}

Tree read_environment(const std::vector<RunRecord>& runs, std::vector<Fault>& faults) {
  for (const auto& run : runs) {
    const std::string path = file_in(run.directory, run_file::environment);
    if (!file_exists(path)) continue;
    try {
      return read_checked_json(path);
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the file
    } catch (const std::exception& error) {
      faults.push_back({path, error.what()});
    }
  }
  const std::string& code = runs.front().code;
  return code.empty() ? Tree::object() : Tree{{"code", code}};
}

class Gatherer {
 public:
  Gathering take(const std::vector<std::string>& paths) {
    for (const auto& given : paths) {
      const std::string path = without_slash(given);
      require(file_exists(path), "{}: no such file or directory", path);
      require(visit(path, 0),
              "{}: neither a run (config.toml), nor a sweep (results.sqlite), nor a folder of these or of "
              "panels/*.json; give the directory that `sextant train` or `sextant sweep` wrote",
              path);
    }
    if (!alone_.runs.empty()) add_set(std::move(alone_), paths.size() == 1 ? without_slash(paths[0]) : "runs");
    return std::move(all_);
  }

 private:
  /// Whether there was anything to show.
  bool visit(const std::string& path, int depth) {
    if (is_run_directory(path)) {
      alone_.runs.push_back(read_run(path, all_.faults));
      add_run_panels(alone_.runs.back());
      return true;
    }
    bool found = add_own(path, depth == 0 ? "" : fs::path(path).filename().string() + ".");
    if (is_sweep(path)) {
      add_sweep(path);
      return true;
    }
    if (depth < deepest)
      for (const auto& folder : folders_in(path)) found = visit(folder, depth + 1) || found;
    return found;
  }

  /// Panels and claims of a folder itself.
  bool add_own(const std::string& path, const std::string& prefix) {
    const auto panels = read_panel_files(path, prefix, all_.faults);
    all_.panels.insert(all_.panels.end(), panels.begin(), panels.end());
    for (const auto& claim : read_claims(path, all_.faults)) all_.claims.push_back(claim);
    if (Tree headline = read_headline(path, all_.faults); headline.is_object()) {
      if (!prefix.empty() && headline.contains("figure"))
        headline["figure"] = prefix + headline["figure"].get<std::string>();
      all_.headlines.push_back(std::move(headline));
    }
    return !panels.empty() || file_exists(file_in(path, sweep_file::claims));
  }

  void add_run_panels(const RunRecord& run) {
    if (all_.run_panels.size() >= most_run_panels) return;
    for (auto& panel : read_panel_files(run.directory, run.name + ".", all_.faults))
      all_.run_panels.push_back(std::move(panel));
  }

  void add_sweep(const std::string& path) {
    RunSet set;
    set.name = fs::path(path).filename().string();
    const std::string runs = file_in(path, sweep_file::runs);
    read_store(path, runs, set);
    std::set<std::string> known;
    for (const auto& run : set.runs) known.insert(run.name);
    // Runs that go on, or that the store has lost.
    for (const auto& folder : folders_in(runs))
      if (is_run_directory(folder) && !known.contains(fs::path(folder).filename().string()))
        set.runs.push_back(read_run(folder, all_.faults));
    read_boundary(path, set);
    for (const auto& run : set.runs) add_run_panels(run);
    if (!set.runs.empty()) add_set(std::move(set), path);
  }

  void read_store(const std::string& path, const std::string& runs, RunSet& set) {
    const std::string file = file_in(path, sweep_file::store);
    if (!file_exists(file)) return;
    try {
      const StoreReader store(file);
      set.axes = store.axes();
      set.runs = store.records(runs);
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the file
    } catch (const std::exception& error) {
      all_.faults.push_back({file, fmt::format("{}; delete it and re-run the sweep to rebuild it", error.what())});
    }
  }

  void read_boundary(const std::string& path, RunSet& set) {
    const std::string file = file_in(path, sweep_file::boundary);
    if (!file_exists(file)) return;
    try {
      set.boundary = read_checked_json(file);
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the file
    } catch (const std::exception& error) {
      all_.faults.push_back({file, error.what()});
    }
  }

  void add_set(RunSet set, const std::string& path) {
    all_.sources.push_back({path, shared_configuration(set.runs), read_environment(set.runs, all_.faults)});
    all_.sets.push_back(std::move(set));
  }

  Gathering all_;
  RunSet alone_;
};

}  // namespace

Gathering gather_results(const std::vector<std::string>& paths) { return Gatherer().take(paths); }

std::string fingerprint(const std::vector<std::string>& paths) {
  std::string text;
  std::error_code ignored;
  for (const auto& path : paths)
    for (fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, ignored), end;
         it != end; it.increment(ignored)) {  // a directory may vanish meanwhile
      const fs::directory_entry& entry = *it;
      // Checkpoints are large, often written, and nothing of them is shown.
      if (!entry.is_regular_file(ignored) || entry.path().filename() == run_file::checkpoint) continue;
      text += fmt::format("{} {} {}\n", entry.path().string(), entry.file_size(ignored),
                          entry.last_write_time(ignored).time_since_epoch().count());
    }
  return text;
}

}  // namespace sextant::report
