#include "sextant/cli/foreign_text.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/corpus_arguments.h"
#include "sextant/cli/print.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {

void WarningDisplay::on_message(const Message& message) {
  print_error("{}{}\n", message.kind == Message::Kind::warning ? "warning: " : "", message.text);
}

std::string describe_table_change(const TableChange& change) {
  const FoundTable& found = change.found;
  std::string text = fmt::format("{:<10}  {} ({}): {} x {}, {}", "positions", found.tensor, found.reason, found.rows,
                                 found.width, change.dtype);
  if (found.first_row > 0) text += fmt::format(", after the first {} row(s)", found.first_row);
  return text + fmt::format("\n{:<10}  relative change {}, RMS norm {} -> {}, basis overlap {}\n", "change",
                            short_number(change.change), short_number(change.norm_before),
                            short_number(change.norm_after), short_number(change.basis_overlap));
}

std::string describe_damages(const std::vector<Damage>& damages) {
  if (damages.empty()) return fmt::format("{:<10}  not measured; --corpus TEXT measures it\n", "damage");
  std::string text;
  for (const Damage& damage : damages) text += fmt::format("{:<10}  {}\n", "damage", describe_damage(damage));
  return text;
}

void add_damage_options(CLI::App& command, DamageOptions& options) {
  constexpr const char* group = "Damage, measured on --corpus";
  command.add_option("--samples", options.samples, "number of samples")->capture_default_str()->group(group);
  command.add_option("--length", options.length, "tokens per sample (default: the model's longest, at most 512)")
      ->group(group);
  command.add_option("--ignore", options.ignore, "run without these fields of config.json or tensors")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->group(group);
  add_corpus_options(command, options);
}

std::string describe_written(const WrittenModel& written) {
  if (written.path.empty()) return "nothing written; --out DIR writes the model\n";
  std::string text = fmt::format("{:<10}  {}: {} rewritten, {} other file(s) copied unchanged\n", "written",
                                 written.path, fmt::join(written.rewritten, ", "), written.copied.size());
  if (!written.stale.empty())
    text += fmt::format("{:<10}  {} still hold(s) the old weights in another format\n", "note",
                        fmt::join(written.stale, ", "));
  return text;
}

}  // namespace sextant::cli
