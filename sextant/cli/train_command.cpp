// `sextant train`: one run in its directory.
#include <csignal>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/progress.h"
#include "sextant/lab/run.h"

namespace sextant::cli {
namespace {

std::string describe_source(const Tree& result, const Configuration& configuration) {
  const std::string there = result.value("code", "unknown"), here = code_version(configuration);
  const std::string other = there == here ? "" : fmt::format(" with code {}, this is {}", there, here);
  return fmt::format(" (cached result{})", other);
}

std::string summarise(const std::string& directory, const Tree& result, const std::string& source) {
  std::string text = fmt::format("run     {}{}\n", directory, source);
  text += fmt::format("status  {} at step {} of {}{}\n", result.at("status").get<std::string>(),
                      result.at("step").get<Index>(), result.at("steps").get<Index>(),
                      result.value("stopped_early", false) ? " (stopped early)" : "");
  for (const auto& [split, metrics] : result.at("metrics").items()) {
    text += fmt::format("{:<6}  loss {:.6g}", split, metrics.at("loss").get<double>());
    if (metrics.contains("accuracy")) text += fmt::format("  accuracy {:.6g}", metrics.at("accuracy").get<double>());
    text += "\n";
  }
  return text;
}

/// Whatever goes wrong here went wrong in a run that had begun.
Tree run_to_end(Run& run, Progress& progress) {
  try {
    Tree result = run.go(progress);
    progress.end();
    return result;
  } catch (const Error& error) {
    progress.end();
    throw BrokenRun(error.what());
  }
}

int conclude(const Tree& result, const std::string& directory) {
  const auto status = result.at("status").get<std::string>();
  if (status == "diverged")
    throw BrokenRun(fmt::format("the run diverged at {}; the last finite weights are in {}/checkpoint.safetensors",
                                result.at("fault").get<std::string>(), directory));
  if (status != "interrupted") return 0;
  fmt::print(stderr, "sextant: interrupted at step {} of {}; re-run the same command to resume\n",
             result.at("step").get<Index>(), result.at("steps").get<Index>());
  return 128 + Interruption::signal();
}

}  // namespace

int train_command(const TrainRequest& request) {
  const Configuration configuration = Configuration::read(request.configuration);
  const std::string directory = request.out.empty() ? "runs/" + name_run(request.name, configuration) : request.out;
  const Interruption interruption;
  Run run({configuration, directory, request.fresh, request.tensorboard});
  if (!request.quiet)
    for (const auto& note : run.task_notes()) fmt::print("note    {}\n", note);
  if (request.audit && !run.audit_rows().empty()) fmt::print("{}", audit_text(run.audit_rows()));
  const bool from_disk = run.finished();
  Progress progress(run.step(), run.steps(), configuration.train.batch, request.quiet);
  const Tree result = run_to_end(run, progress);
  if (!request.quiet)
    fmt::print("{}", summarise(directory, result, from_disk ? describe_source(result, configuration) : ""));
  return conclude(result, directory);
}

}  // namespace sextant::cli
