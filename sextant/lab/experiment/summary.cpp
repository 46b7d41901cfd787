#include "sextant/lab/experiment/summary.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/experiment/drawing.h"
#include "sextant/results/checksums.h"
#include "sextant/results/headline_file.h"
#include "sextant/results/run_files.h"

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

namespace {

namespace fs = std::filesystem;

/// Panels that an earlier request drew would stand beside the new ones.
void remove_panels(const std::string& folder) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".json") fs::remove(entry.path(), none);
}

}  // namespace

Summary write_summary(const Study& study, const Evidence& evidence, const std::string& directory,
                      const EarlyVerdicts& early) {
  Summary summary;
  for (const auto& claim : study.claims) summary.verdicts.push_back(judge(claim, study, evidence));
  for (const auto& [number, verdict] : early.by_claim)
    if (number < summary.verdicts.size())
      take_early_verdict(verdict, static_cast<Index>(study.seeds.values.size()), early.confidence,
                         summary.verdicts[number]);
  summary.headline = judge_headline(study, evidence, summary.verdicts);
  const std::string panels = directory + "/panels";
  make_directory(panels);
  remove_panels(panels);
  write_file_atomically(directory + "/experiment.toml", study.experiment_text);
  Index order = 0;
  for (const auto& figure : study.figures)
    for (auto& [id, panel] : draw_figure(figure, evidence)) {
      panel["order"] = order++;
      write_file_atomically(panels + "/" + id + ".json", write_checked_json(panel, -1));
    }
  write_file_atomically(directory + "/claims.json", write_checked_json({{"claims", write_claims(summary.verdicts)}}));
  write_file_atomically(file_in(directory, headline_file),
                        write_checked_json(write_headline(study, evidence, summary.headline)));
  return summary;
}

}  // namespace sextant::lab
