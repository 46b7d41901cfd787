// Scripts as text.
#include "sextant/lab/sweep/slurm.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <sstream>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

/// A value of an #SBATCH line: quoted, because blanks would end it.
std::string option_line(const std::string& option, const std::string& value) {
  require(value.find_first_of("\"\\\n") == std::string::npos,
          "--slurm: quotes, backslashes and line ends in {} cannot be written into a script for sbatch", value);
  return fmt::format("#SBATCH {}=\"{}\"\n", option, value);
}

/// A path in which %A and the like mean themselves.
std::string plain_pattern(const std::string& path) {
  std::string pattern;
  for (const char letter : path) pattern += letter == '%' ? std::string("%%") : std::string(1, letter);
  return pattern;
}

std::string opening(const SlurmArray& array, const std::string& name, const std::string& log) {
  std::string text = "#!/bin/bash\n";
  text += option_line("--job-name", name);
  text += option_line("--chdir", array.folder);
  text += option_line("--output", plain_pattern(array.place + "/") + log);
  text += "#SBATCH --open-mode=append\n#SBATCH --requeue\n";
  return text;
}

std::string closing(const SlurmArray& array, const std::string& arguments) {
  std::string text;
  for (const auto& option : array.options) {
    require(option.starts_with('-') && option.find('\n') == std::string::npos,
            "--slurm-option: expected an sbatch option such as --partition=long, not '{}'", option);
    text += fmt::format("#SBATCH {}\n", option);
  }
  return text + fmt::format("exec {} sweep {} --name {} --out {} {}\n", quote_word(array.program),
                            quote_word(array.place + "/request.toml"), quote_word(array.name), quote_word(array.sweep),
                            arguments);
}

}  // namespace

std::string quote_word(const std::string& word) {
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

Index read_most_tasks(const std::string& configuration) {
  const std::string key = "MaxArraySize";
  std::istringstream lines(configuration);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const auto digits = line.find_first_of("0123456789", key.size());
    if (digits == std::string::npos) break;
    const Index size = std::strtol(line.c_str() + digits, nullptr, 10);
    return std::max<Index>(1, size - 1);  // task numbers are below the size, and ours begin at 1
  }
  return usual_most_tasks;
}

Index count_tasks(const std::vector<double>& seconds, double seconds_per_task, Index most) {
  require(seconds_per_task > 0, "--task-minutes: expected more than 0, not {}", seconds_per_task / 60);
  const double whole = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  const double limit = static_cast<double>(std::min(static_cast<Index>(seconds.size()), most));
  return static_cast<Index>(std::clamp(std::ceil(whole / seconds_per_task), 1.0, std::max(limit, 1.0)));
}

Index count_tasks(Index runs, Index runs_per_task, Index most) {
  require(runs_per_task > 0, "--pack: expected 1 or more runs per task, not {}", runs_per_task);
  return std::clamp<Index>((runs + runs_per_task - 1) / runs_per_task, 1, most);
}

std::string write_array_script(const SlurmArray& array) {
  // Shuffled, so that each part has its share of the long runs.
  return opening(array, array.name, "%A_%a.log") + fmt::format("#SBATCH --array=1-{}\n", array.tasks) +
         closing(array, fmt::format("--no-store --shuffle --part \"$SLURM_ARRAY_TASK_ID\"/{} "
                                    "-j \"${{SLURM_CPUS_PER_TASK:-1}}\"",
                                    array.tasks));
}

std::string write_gather_script(const SlurmArray& array) {
  return opening(array, array.name + "-gather", "gather_%j.log") + closing(array, "--gather");
}

}  // namespace sextant::lab
