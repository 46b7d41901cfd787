// `sextant audit`: is every tensor of a checkpoint what it should be?
#include <CLI/CLI.hpp>

#include "sextant/cli/answer.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/core/tree.h"
#include "sextant/lab/foreign/audit_model.h"
#include "sextant/lab/result_json.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* audit_footer =
    "Faults: NaN and infinities, constant or zero matrices, memory never initialised, exploding numbers, a spread far "
    "from\n"
    "that of the same matrix in other layers, the same numbers twice, matrices still at their initial law in a "
    "trained\n"
    "model, shuffled or untrained rows of positions, names and shapes that config.json does not declare, wrong rotary\n"
    "frequencies. Exit code 1 where there is one.\n"
    "Examples:\n"
    "  sextant audit bert-base-uncased/\n"
    "  sextant audit model.safetensors --all";

struct AuditArguments : AuditOptions {
  bool all = false;
  bool json = false;
};

std::string shape_text(const AuditedTensor& tensor) {
  return fmt::format("{}", fmt::join(tensor.weight.entry.shape, " x "));
}

int run_audit(const AuditArguments& options) {
  Events nobody;
  const AuditResult result = lab::audit_model(options, nobody);
  const int code = result.fault_count() > 0 ? 1 : 0;
  if (options.json) {
    print_out("{}\n", lab::as_json(result).dump(2));
    return code;
  }
  print_answer(result.sentence);
  print_out("\n");
  for (const std::string& fault : result.faults) print_out("{}\n", fault);
  TextTable table({"tensor", "shape", "mean", "deviation", "largest", "fault"});
  Index shown = 0;
  for (const AuditedTensor& tensor : result.tensors) {
    if (!options.all && tensor.faults.empty()) continue;
    table.add({tensor.weight.entry.name, shape_text(tensor), short_number(tensor.numbers.mean),
               short_number(tensor.numbers.deviation), short_number(tensor.numbers.largest),
               fmt::format("{}", fmt::join(tensor.faults, "; "))});
    ++shown;
  }
  if (shown > 0) print_out("{}", table.text());
  if (code != 0) print_error("sextant: {}: {} fault(s)\n", options.model, result.fault_count());
  return code;
}

}  // namespace

void add_audit(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("audit", "Check every tensor of a checkpoint for damage");
  auto options = std::make_shared<AuditArguments>();
  command->add_option("model", options->model, "a Hugging Face model directory, or a file of tensors")
      ->required()
      ->type_name("MODEL");
  command
      ->add_option("--outlier", options->outlier,
                   "report a matrix this many times wider or narrower than its peers in other layers")
      ->capture_default_str();
  auto* all = command->add_flag("--all", options->all, "print every tensor");
  command->add_flag("--json", options->json, "print everything as JSON")->excludes(all);
  command->footer(audit_footer);
  command->callback([=, &exit_code] { exit_code = run_audit(*options); });
}

}  // namespace sextant::cli
