#include "sextant/lab/experiment/evidence.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "sextant/core/code_version.h"
#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/lab/experiment/findings_files.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/results/checksums.h"
#include "sextant/results/run_reader.h"

namespace sextant::lab {
namespace {

namespace fs = std::filesystem;

/// The run of a case with one seed.
struct CaseRun {
  std::size_t number_of_case;
  Tree seed;
  std::string code;  // that would train it now
};

/// Where the runs of the study belong, by what decides them.
std::map<std::string, std::vector<CaseRun>> list_case_runs(const Study& study, const Runner& runner,
                                                           std::vector<Tree>& identities) {
  std::map<std::string, std::vector<CaseRun>> case_runs;
  const Grid grid = study.grid();
  const auto cells = grid.cells();
  const std::size_t per_case = study.seeds.values.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Tree configuration = make_job(grid, cells[i], runner, study.name).configuration;
    identities.push_back(runner.identity(configuration));
    case_runs[identities.back().dump()].push_back(
        {i / per_case, study.seeds.values[i % per_case], runner.code(configuration)});
  }
  return case_runs;
}

/// The settings in which two configurations differ, few of them.
std::string settings_difference(const Tree& there, const Tree& here) {
  std::map<std::string, Tree> wanted;
  for (const auto& [key, value] : list_settings(here)) wanted[key] = value;
  std::vector<std::string> texts;
  for (const auto& [key, value] : list_settings(there))
    if (!wanted.contains(key) || wanted[key] != value)
      texts.push_back(fmt::format("{} is {} there and {} here", key, value.dump(), wanted[key].dump()));
  return fmt::format("{}",
                     fmt::join(texts.begin(), texts.begin() + std::min<std::ptrdiff_t>(3, std::ssize(texts)), ", "));
}

/// How a stranger differs from the run that is most like it.
std::string describe_stranger(const std::string& name, const Tree& there, const std::vector<Tree>& identities) {
  std::string shortest;
  for (const auto& here : identities) {
    const std::string text = settings_difference(there, here);
    if (shortest.empty() || text.size() < shortest.size()) shortest = text;
  }
  return name + ": " + shortest;
}

EvidenceRun make_evidence(const RunRecord& record, const CaseRun& case_run) {
  EvidenceRun run{record.directory, record.status, record.code, case_run.seed};
  run.current = run.code == case_run.code;
  const Tree row = record.row();
  for (const auto& [key, value] : row.items())
    if ((key.starts_with(final_prefix) || key == "seconds" || key == "parameters" || key == "step") &&
        value.is_number())
      run.numbers[key] = value;
  return run;
}

/// Of a run with task.test_lengths: final.by_length.accuracy[40], and final.beyond.accuracy, the mean over the lengths
/// that are longer than those it was trained on.
void add_lengths(Tree& numbers, const Tree& configuration) {
  const Tree task = configuration.value("task", Tree::object());
  if (!task.contains("test_lengths") || !task.contains("length")) return;
  const Tree& length = task["length"];
  const auto trained = (length.is_array() ? length.back() : length).get<Index>();
  double sum = 0;
  Index count = 0;
  for (const auto tested : task["test_lengths"].get<std::vector<Index>>()) {
    const auto found = numbers.find(fmt::format("final.length_{}.accuracy", tested));
    if (found == numbers.end()) continue;
    const auto accuracy = found->get<double>();
    numbers[fmt::format("final.by_length.accuracy[{}]", tested)] = accuracy;
    if (tested <= trained) continue;
    sum += accuracy;
    ++count;
  }
  if (count > 0) numbers["final.beyond.accuracy"] = sum / static_cast<double>(count);
}

/// Whether `one` is to be taken in place of `other`.
bool is_better(const EvidenceRun& one, const EvidenceRun& other) {
  if (one.current != other.current) return one.current;
  return fs::last_write_time(file_in(one.directory, run_file::result)) >
         fs::last_write_time(file_in(other.directory, run_file::result));
}

std::vector<RunRecord> finished_runs(const std::string& folder, std::vector<std::string>& damaged) {
  std::vector<RunRecord> runs;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    try {
      auto record = read_run_record(entry.path().string());
      if (!record || record->status == "failed") continue;
      record->metrics.clear();  // claims are about the end
      runs.push_back(std::move(*record));
    } catch (const DamagedFile& damage) {
      damaged.push_back(damage.what());
    }
  }
  std::ranges::sort(runs, {}, &RunRecord::directory);
  return runs;
}

void add_numbers(Tree& numbers, const Tree& findings, const std::string& prefix) {
  if (!findings.is_object() || !findings.contains("numbers")) return;
  for (const auto& [name, value] : findings["numbers"].items()) numbers[prefix + name] = value;
}

}  // namespace

double EvidenceRun::value(const std::string& metric) const {
  if (const auto found = numbers.find(metric); found != numbers.end() && found->is_number())
    return found->get<double>();
  if (const auto minus = metric.find(" - "); minus != std::string::npos)
    return value(metric.substr(0, minus)) - value(metric.substr(minus + 3));
  return std::numeric_limits<double>::quiet_NaN();
}

BySeed CaseEvidence::values(const std::string& metric) const {
  BySeed values;
  for (const auto& run : runs)
    if (const double value = run.value(metric); run.status == "done" && std::isfinite(value)) values[run.seed] = value;
  return values;
}

std::vector<const CaseEvidence*> Evidence::choose(const std::vector<std::string>& patterns) const {
  std::vector<const CaseEvidence*> chosen;
  for (const auto& one : cases)
    if (std::ranges::any_of(patterns, [&](const auto& pattern) { return fits_pattern(one.one.name, pattern); }))
      chosen.push_back(&one);
  return chosen;
}

std::vector<std::string> Evidence::metrics() const {
  std::set<std::string> names;
  for (const auto& one : cases)
    for (const auto& run : one.runs)
      for (const auto& [name, value] : run.numbers.items()) names.insert(name);
  return {names.begin(), names.end()};
}

std::map<std::string, Index> count_versions(const Evidence& evidence) {
  std::map<std::string, Index> counts;
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs)
      ++counts[run.current ? fmt::format("engine {}", engine_version())
                           : fmt::format("code {} (different version)", run.code)];
  return counts;
}

Evidence gather_evidence(const Study& study, const Runner& runner, const SweepDirectory& directory) {
  Evidence evidence;
  for (const auto& one : study.cases) evidence.cases.push_back({one, {}});
  std::vector<Tree> identities;
  const auto case_runs = list_case_runs(study, runner, identities);
  for (const auto& record : finished_runs(directory.runs(), evidence.damaged)) {
    const std::string& path = record.directory;
    Tree identity;
    try {
      identity = runner.identity(read_toml_file(file_in(path, run_file::configuration)));
    } catch (const Error& error) {  // options that this code does not know any more
      if (evidence.strangers++ == 0) evidence.stranger = fs::path(path).filename().string() + ": " + error.what();
      continue;
    }
    const auto found = case_runs.find(identity.dump());
    if (found == case_runs.end()) {
      if (evidence.strangers++ == 0)
        evidence.stranger = describe_stranger(fs::path(path).filename().string(), identity, identities);
      continue;
    }
    for (const auto& case_run : found->second) {
      auto& runs = evidence.cases[case_run.number_of_case].runs;
      EvidenceRun run = make_evidence(record, case_run);
      add_lengths(run.numbers, identity);
      const auto same = std::ranges::find(runs, case_run.seed, &EvidenceRun::seed);
      if (same == runs.end())
        runs.push_back(std::move(run));
      else if (is_better(run, *same))
        *same = std::move(run);
    }
  }
  return evidence;
}

void add_findings(Evidence& evidence, const std::vector<AnalysisOrder>& analyses) {
  for (auto& one : evidence.cases)
    for (auto& run : one.runs)
      for (const auto& order : analyses) {
        add_numbers(run.numbers, read_findings(run.directory, order.name, true), order.name + ".");
        if (order.untrained)
          add_numbers(run.numbers, read_findings(run.directory, order.name, false), "untrained." + order.name + ".");
      }
}

}  // namespace sextant::lab
