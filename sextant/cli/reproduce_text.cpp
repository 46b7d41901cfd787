#include "sextant/cli/reproduce_text.h"

#include "sextant/cli/text_table.h"
#include "sextant/core/error.h"

namespace sextant::cli {
namespace {

std::string word(const std::optional<bool>& held) { return !held ? "not decided" : *held ? "held" : "did not hold"; }

}  // namespace

std::string describe_study(const Study& study) {
  std::string text = study.title + "\n";
  if (!study.paper.empty()) text += fmt::format("paper   {}\n", study.paper);
  text += fmt::format("scale   {}: {} cases x {} seeds\n", study.scale, study.cases.size(), study.seeds.values.size());
  for (const auto& rule : study.phases.rules) text += fmt::format("phase   {}\n", rule);
  text += fmt::format("reduced {}\n", study.reduced.empty() ? "nothing: the paper's setting" : study.reduced);
  return text;
}

std::string describe_evidence(const Evidence& evidence) {
  Index runs = 0, diverged = 0;
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs) {
      ++runs;
      diverged += run.status == "diverged" ? 1 : 0;
    }
  std::string text = fmt::format("runs    {} of {} cases", runs, evidence.cases.size());
  if (diverged > 0) text += fmt::format(", {} diverged", diverged);
  for (const auto& [version, count] : count_versions(evidence)) text += fmt::format(", {} with {}", count, version);
  text += "\n";
  if (evidence.strangers > 0)
    text += fmt::format("note    {} finished runs in the directory match no case; {}\n", evidence.strangers,
                        evidence.stranger);
  return text;
}

std::string describe_verdicts(const std::vector<Verdict>& verdicts) {
  TextTable table({"", "", "claim", "paper", "ours", "95 % interval", "bound", "seeds"});
  std::string notes;
  Index number = 0;
  for (const auto& one : verdicts) {
    ++number;
    table.add({std::to_string(number), word(one.held), one.claim.sentence, setting_text(one.claim.paper),
               short_number(one.measured.value), interval_text(one.measured.interval), one.claim.bound.text(),
               std::to_string(one.seeds)});
    if (!one.note.empty()) notes += fmt::format("  {}: {}\n", number, one.note);
  }
  return "claims\n" + table.text() + (notes.empty() ? "" : "notes\n" + notes);
}

}  // namespace sextant::cli
