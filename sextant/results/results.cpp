// Where the store of a sweep is, and what its columns mean.
#include "sextant/results/results.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/results/store_checksum.h"
#include "sextant/results/store_reader.h"
#include "sextant/results/store_repair.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::results {
namespace {

namespace fs = std::filesystem;

struct SweepFiles {
  std::string store;
  std::optional<SweepDirectory> directory;  // nothing for a store that was copied elsewhere
};

SweepFiles find_sweep(const std::string& sweep) {
  require(file_exists(sweep), "{}: no such file or directory; sweeps are in sweeps/NAME unless --out was given", sweep);
  if (!is_directory(sweep)) {
    const SweepDirectory around{fs::absolute(sweep).parent_path().string()};
    const bool at_home = file_exists(around.request()) && fs::equivalent(sweep, around.store());
    return {sweep, at_home ? std::optional(around) : std::nullopt};
  }
  const SweepDirectory directory{sweep};
  require(file_exists(directory.store()) || file_exists(directory.request()),
          "{}: not a sweep directory: it has neither results.sqlite nor sweep.toml", sweep);
  return {directory.store(), directory};
}

/// Run directories whose end is not in the store: without a row, or with one of a failure that may be past.
std::vector<std::string> directories_to_record(const SweepFiles& files) {
  std::vector<std::string> directories;
  if (!files.directory || !is_directory(files.directory->runs())) return directories;
  std::map<std::string, std::string> statuses;
  if (file_exists(files.store)) statuses = StoreReader(files.store).statuses();
  std::error_code reason, ignored;
  for (const auto& entry : fs::directory_iterator(files.directory->runs(), reason)) {
    const auto known = statuses.find(entry.path().filename().string());
    if (entry.is_directory(ignored) && (known == statuses.end() || known->second == "failed"))
      directories.push_back(entry.path().string());
  }
  require(!reason, "cannot read {}: {}", files.directory->runs(), reason.message());
  std::ranges::sort(directories);
  return directories;
}

/// A store that cannot be written is still worth reading; the reason is returned.
std::string bring_up_to_date(const SweepFiles& files, const std::vector<std::string>& directories) {
  std::vector<std::string> ended;
  for (const auto& directory : directories)
    if (file_exists(file_in(directory, run_file::result))) ended.push_back(directory);
  if (ended.empty()) return "";
  try {
    Store store(files.store);
    if (file_exists(files.directory->request()))
      store.add_axes(Grid(read_toml_file(files.directory->request()), {}).swept_keys());
    std::string faults;
    for (const auto& fault : store.record(ended)) faults += (faults.empty() ? "" : "; ") + fault.message;
    return faults;
  } catch (const Error& error) {
    if (!file_exists(files.store)) throw;
    return error.what();
  }
}

template <class Wanted>
std::vector<std::string> columns_where(const ResultsTable& table, const Wanted& wanted) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (wanted(i)) result.push_back(table.columns[i]);
  return result;
}

}  // namespace

bool is_configuration(const std::string& column) { return is_option(column) && column != "seed"; }

std::vector<std::string> Results::metrics() const {
  auto names = columns_where(runs, [&](std::size_t i) {
    return runs.columns[i].starts_with(final_prefix) &&
           std::ranges::any_of(runs.rows, [&](const auto& row) { return row[i].is_number(); });
  });
  std::ranges::stable_partition(names, [](const auto& name) { return name.ends_with("accuracy"); });
  return names;
}

std::vector<std::string> Results::varying() const {
  return columns_where(runs, [&](std::size_t i) {
    return is_configuration(runs.columns[i]) &&
           std::ranges::any_of(runs.rows, [&](const auto& row) { return row[i] != runs.rows.front()[i]; });
  });
}

std::vector<std::string> Results::default_groups() const {
  std::vector<std::string> keys;
  for (const auto& key : axes)
    if (key != "seed" && runs.has(key)) keys.push_back(key);
  return keys.empty() ? varying() : keys;
}

namespace {

Results read_sweep_files(const SweepFiles& files, const std::string& sweep, const std::string& where) {
  const auto conditions = parse_conditions(where);
  const auto directories = directories_to_record(files);
  Results results;
  results.fault = bring_up_to_date(files, directories);
  require(file_exists(files.store), "{}: no run has finished yet ({} started)", sweep, directories.size());
  const StoreReader store(files.store);
  results.axes = store.axes();
  results.runs = store.runs(conditions);
  const auto statuses = store.statuses();
  for (const auto& directory : directories)
    if (!statuses.contains(fs::path(directory).filename().string())) ++results.unfinished;
  require(!statuses.empty(), "{}: no run has finished yet ({} started)", sweep, results.unfinished);
  require(!results.runs.rows.empty(), "{}: no run satisfies '{}'; {} finished", sweep, where, statuses.size());
  return results;
}

}  // namespace

Results read_results(const std::string& sweep, const std::string& where) {
  const SweepFiles files = find_sweep(sweep);
  try {
    return read_sweep_files(files, sweep, where);
  } catch (const DamagedStore&) {
    if (!files.directory) throw;
    const std::string mended = move_damaged_store_aside(*files.directory);
    if (mended.empty()) throw;
    Results results = read_sweep_files(files, sweep, where);
    results.fault = mended + (results.fault.empty() ? "" : "; ") + results.fault;
    return results;
  }
}

}  // namespace sextant::results
