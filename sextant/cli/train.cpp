// `sextant train`: one run in its directory.
#include "sextant/lab/train.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/answer.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/job.h"
#include "sextant/cli/print.h"
#include "sextant/cli/train_display.h"
#include "sextant/core/error.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/results/metrics_file.h"

namespace sextant::cli {
namespace {

struct TrainRequest : TrainingOptions {
  bool quiet = false;
  bool audit = false;
  bool json = false;
};

std::string describe_source(const TrainingResult& result) {
  const std::string there = result.record.value("code", "unknown");
  const std::string other = there == result.code ? "" : fmt::format(" with code {}, this is {}", there, result.code);
  return fmt::format(" (cached result{})", other);
}

/// The training loss in one line; nothing where the metrics cannot be read.
std::string draw_losses(const std::string& directory) {
  std::vector<double> losses;
  try {
    for (const auto& row : read_metrics(directory))
      if (row.split == "train" && row.loss) losses.push_back(*row.loss);
  } catch (const Error&) {
    return "";
  }
  const std::string line = sparkline(losses);
  return line.empty() ? "" : fmt::format("training loss {:.4g} {} {:.4g}", losses.front(), line, losses.back());
}

std::string describe_training(const TrainingResult& result) {
  const Tree& record = result.record;
  std::string text = fmt::format("run     {}{}\n", result.directory, result.cached ? describe_source(result) : "");
  text += fmt::format("status  {} at step {} of {}{}\n", result.status(), record.at("step").get<Index>(),
                      record.at("steps").get<Index>(), record.value("stopped_early", false) ? " (stopped early)" : "");
  for (const auto& [split, metrics] : record.at("metrics").items()) {
    text += fmt::format("{:<6}  loss {:.6g}", split, metrics.at("loss").get<double>());
    if (metrics.contains("accuracy")) text += fmt::format("  accuracy {:.6g}", metrics.at("accuracy").get<double>());
    text += "\n";
  }
  const std::string curve = draw_losses(result.directory);
  return curve.empty() ? text : text + fmt::format("curve   {}\n", curve);
}

int conclude_training(const TrainingResult& result) {
  if (result.status() == "diverged")
    throw BrokenRun(fmt::format("the run diverged at {}; the last finite weights are in {}/checkpoint.safetensors",
                                result.record.at("fault").get<std::string>(), result.directory));
  if (result.status() != "interrupted") return 0;
  print_error("sextant: interrupted at step {} of {}; re-run the same command to resume\n",
              result.record.at("step").get<Index>(), result.record.at("steps").get<Index>());
  return Interruption::exit_code();
}

int run_train(const TrainRequest& request) {
  const Index batch = Configuration::read(request.configuration).train.batch;
  const Interruption interruption;
  TrainDisplay display(batch, request.quiet || request.json, request.audit && !request.json);
  const TrainingResult result = lab::train(request, display, interruption.token());
  display.end();
  if (request.json) {
    Tree record = result.record;
    record["directory"] = result.directory;
    record["cached"] = result.cached;
    print_out("{}\n", record.dump(2));
  } else if (!request.quiet) {
    print_out("{}", describe_training(result));
  }
  return conclude_training(result);
}

}  // namespace

void add_train(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("train", "Train a model; re-running resumes or returns the cached result");
  auto typed = std::make_shared<TypedJob>();
  auto request = std::make_shared<TrainRequest>();
  typed->add_to(*command, job_help);
  command->add_option("--out", request->out, "run directory (default: runs/NAME-HASH)")->type_name("DIR");
  command->add_flag("--quiet", request->quiet, "no progress or summary output; errors are still printed");
  command->add_flag("--audit", request->audit, "print mean, standard deviation and norm of every tensor before step 0");
  command->add_flag("--json", request->json, "print the result (result.json) as JSON instead");
  command->add_flag("--fresh", request->fresh, "delete an existing run in the directory first");
  command->add_flag("--tensorboard", request->tensorboard, "write TensorBoard event files while training");
  command->footer(
      "Examples:\n"
      "  sextant train\n"
      "  sextant train position.kind=rotary train.steps=2000 --out runs/rotary\n"
      "  sextant train job.toml seed=7 precision=double --audit\n"
      "Keys: `sextant options`. Names: `sextant list`.");
  command->callback([=, &exit_code] {
    const Job job(*typed);
    request->configuration = job.configuration;
    request->name = job.name;
    exit_code = run_train(*request);
  });
}

}  // namespace sextant::cli
