#include "sextant/results/run_record.h"

#include <algorithm>
#include <ctime>

#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/results/option_value.h"
#include "sextant/results/run_files.h"
#include "sextant/results/store_checksum.h"

namespace sextant::results {

// Reading and comparing the files that a run ends with.

Ending read_ending(const std::string& directory) {
  const auto read = [&](const char* name) { return read_file(file_in(directory, name)); };
  const bool has_positions = file_exists(file_in(directory, run_file::positions));
  return {read(run_file::checkpoint), read(run_file::metrics), has_positions ? read(run_file::positions) : "",
          read(run_file::result)};
}

std::string describe_difference(const Ending& expected, const Ending& given) {
  if (expected.checkpoint != given.checkpoint) return "the final checkpoints differ";
  if (expected.metrics != given.metrics) return "the metrics differ";
  if (expected.positions != given.positions) return "the position tables differ";
  if (expected.result != given.result) return "the results differ";
  return "";
}

// Two clocks, and sums over the starts of a run.
namespace {

double processor_seconds() {
  struct timespec now {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

RunTiming::RunTiming() : start_(std::chrono::steady_clock::now()), processor_start_(processor_seconds()) {}

Tree RunTiming::write(const std::string& before, Index steps, Index batch) const {
  Tree earlier = parse_json_or_null(before);
  if (!earlier.is_object()) earlier = Tree::object();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  const double seconds = earlier.value("seconds", 0.0) + passed.count();
  const double processor = earlier.value("processor_seconds", 0.0) + processor_seconds() - processor_start_;
  steps += earlier.value("steps", Index(0));
  const double rate = seconds > 0 ? static_cast<double>(steps * batch) / seconds : 0;
  return {{"seconds", seconds}, {"processor_seconds", processor}, {"steps", steps}, {"samples_per_second", rate}};
}

namespace {

Tree or_null(const std::string& text) { return text.empty() ? Tree() : Tree(text); }

template <class Number>
Tree or_null(const std::optional<Number>& number) {
  return number ? Tree(*number) : Tree();
}

}  // namespace

Tree RunRecord::row() const {
  Tree row{{"name", name},          {"status", status},           {"fault", or_null(fault)},
           {"step", or_null(step)}, {"steps", or_null(steps)},    {"parameters", or_null(parameters)},
           {"code", or_null(code)}, {"seconds", or_null(seconds)}};
  const Tree& options = configuration.empty() ? settings : configuration;
  for (const auto& [key, value] : options.items()) row[key] = normal_value(value);
  for (const auto& [metric, value] : finals.items()) row[std::string(final_prefix) + metric] = value;
  return row;
}

bool is_option(std::string_view column) {
  constexpr std::string_view others[] = {"id",         "name",    "status", "fault",      "step",          "steps",
                                         "parameters", "seconds", "code",   row_checksum, metrics_checksum};
  return std::ranges::find(others, column) == std::end(others) && !column.starts_with(final_prefix);
}

}  // namespace sextant::results
