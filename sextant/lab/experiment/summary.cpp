#include "sextant/lab/experiment/summary.h"

#include <filesystem>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/experiment/drawing.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {
namespace {

namespace fs = std::filesystem;

/// What was run, in a table of its own: the page opens with it.
Tree draw_facts(const Study& study, const Evidence& evidence) {
  double seconds = 0;
  Index runs = 0;
  std::set<std::size_t> seeds;  // how many a case has: the smallest and the largest number are said
  for (const auto& one : evidence.cases) {
    if (!one.runs.empty()) seeds.insert(one.runs.size());
    for (const auto& run : one.runs) {
      ++runs;
      if (const double own = run.value("seconds"); own > 0) seconds += own;
    }
  }
  std::string versions;
  for (const auto& [version, count] : count_versions(evidence))
    versions += fmt::format("{}{}: {} runs", versions.empty() ? "" : ", ", version, count);
  Tree rows = Tree::array();
  const auto add = [&](const char* what, const std::string& text) {
    if (!text.empty()) rows.push_back({what, text});
  };
  add("scale", study.scale);
  const std::string each = seeds.size() > 1    ? fmt::format(", {} to {} seeds each", *seeds.begin(), *seeds.rbegin())
                           : seeds.size() == 1 ? fmt::format(", {} seeds each", *seeds.begin())
                                               : "";
  add("runs", fmt::format("{} in {} cases{}", runs, study.cases.size(), each));
  add("code version", versions);
  add("total wall-clock hours of the runs", fmt::format("{:.2f}", seconds / 3600));
  return {{"kind", "table"},
          {"title", study.title},
          {"caption", fmt::format("Runs of this experiment{}. Reduced: {}. All intervals on this page are 95 % "
                                  "bootstrap intervals over seeds.",
                                  study.paper.empty() ? "" : " after " + study.paper,
                                  study.reduced.empty() ? "nothing" : study.reduced)},
          {"order", -1},
          {"data", {{"columns", {{{"label", "what"}}, {{"label", ""}}}}, {"rows", std::move(rows)}}}};
}

/// Panels that an earlier request drew would stand beside the new ones.
void remove_panels(const std::string& folder) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".json") fs::remove(entry.path(), none);
}

}  // namespace

std::vector<Verdict> write_summary(const Study& study, const Evidence& evidence, const std::string& directory) {
  std::vector<Verdict> verdicts;
  for (const auto& claim : study.claims) verdicts.push_back(judge(claim, study, evidence));
  const std::string panels = directory + "/panels";
  make_directory(panels);
  remove_panels(panels);
  write_file_atomically(directory + "/experiment.toml", study.experiment_text);
  write_file_atomically(panels + "/experiment.json", write_checked_json(draw_facts(study, evidence), -1));
  Index order = 0;
  for (const auto& figure : study.figures)
    for (auto& [id, panel] : draw_figure(figure, evidence)) {
      panel["order"] = order++;
      write_file_atomically(panels + "/" + id + ".json", write_checked_json(panel, -1));
    }
  write_file_atomically(directory + "/claims.json", write_claims(verdicts).dump(2) + "\n");
  return verdicts;
}

}  // namespace sextant::lab
