#include "sextant/lab/experiment/reproduce_text.h"

#include "sextant/core/error.h"

namespace sextant::lab {

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
  for (const auto& damage : evidence.damaged)
    text += fmt::format("damaged {}; its run is left out until it is trained again\n", damage);
  if (evidence.strangers > 0)
    text += fmt::format("note    {} finished runs in the directory match no case; {}\n", evidence.strangers,
                        evidence.stranger);
  return text;
}

}  // namespace sextant::lab
