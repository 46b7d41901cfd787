#include "sextant/report/write_report.h"

#include <fmt/format.h>

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/tree.h"
#include "sextant/report/document.h"
#include "sextant/report/export.h"
#include "sextant/report/page.h"

namespace sextant::report {

void ReportOptions::visit(OptionVisitor& option) {
  option("paths", paths, "run, sweep or experiment directories");
  option("out", out, "output file; empty: report.html beside the data");
}

void ExportOptions::visit(OptionVisitor& option) {
  option("runs", runs, "run, sweep or experiment directories, finished or not");
  option("csv", csv, "a file: one table of all rows, with the run in front");
  option("tensorboard", tensorboard, "a directory for event files, DIR/RUN/events...");
}

std::string default_report_file(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  if (paths.size() == 1) return (fs::path(paths[0]) / "report.html").lexically_normal().string();
  fs::path shared = fs::absolute(paths[0]).lexically_normal().parent_path();
  for (const auto& path : paths)
    while (fs::absolute(path).lexically_normal().lexically_relative(shared).native().starts_with(".."))
      shared = shared.parent_path();
  return (shared / "report.html").lexically_proximate(fs::current_path()).string();
}

namespace {

/// "All 17 claims and controls held."; "" where there are none.
std::string summarise_claims(const Tree& document) {
  Index held = 0, open = 0, left_out = 0;
  for (const auto& claim : document["claims"]) {
    const Tree verdict = claim.value("held", Tree());
    if (!verdict.is_boolean())
      ++open;
    else if (verdict.get<bool>())
      ++held;
  }
  const auto count = static_cast<Index>(document["claims"].size());
  if (count == 0) return "";
  for (const auto& headline : document["headlines"]) left_out += headline.value("left_out", Index(0));
  std::string text = held == count ? fmt::format("All {} claims and controls held", count)
                                   : fmt::format("{} of {} claims and controls held", held, count);
  if (open > 0) text += fmt::format(", {} could not be decided", open);
  if (left_out > 0)
    text += fmt::format("; {} more {} a larger scale and {} left out", left_out, left_out == 1 ? "needs" : "need",
                        left_out == 1 ? "was" : "were");
  return text + ".";
}

}  // namespace

ReportResult write_report(const ReportOptions& options, Events& events, std::stop_token) {
  require_page();
  require(!options.paths.empty(), "report: give directories of runs, sweeps or experiments");
  events.on_stage("reading results");
  const Tree document = make_document(options.paths, false);
  const std::string page = make_page(document);
  const std::string out = options.out.empty() ? default_report_file(options.paths) : options.out;
  write_file_atomically(out, page);
  ReportResult result;
  result.file = out;
  result.bytes = page.size();
  result.runs = static_cast<Index>(document["runs"].size());
  result.figures = static_cast<Index>(document["panels"].size());
  result.claims = static_cast<Index>(document["claims"].size());
  for (const auto& headline : document["headlines"]) result.findings.push_back(headline["sentence"].get<std::string>());
  if (const std::string claims = summarise_claims(document); !claims.empty()) result.findings.push_back(claims);
  for (const auto& fault : document["faults"]) {
    result.faults.push_back({fault["file"].get<std::string>(), fault["message"].get<std::string>()});
    events.on_message({Message::Kind::warning,
                       fmt::format("skipped {}: {}", result.faults.back().file, result.faults.back().message)});
  }
  return result;
}

Tree as_json(const ReportResult& result) {
  Tree faults = Tree::array();
  for (const auto& fault : result.faults) faults.push_back({{"file", fault.file}, {"message", fault.message}});
  return {{"file", result.file},        {"bytes", result.bytes},   {"runs", result.runs},
          {"figures", result.figures},  {"claims", result.claims}, {"findings", result.findings},
          {"faults", std::move(faults)}};
}

ExportResult export_runs(const ExportOptions& options, Events& events, std::stop_token) {
  require(!options.csv.empty() || !options.tensorboard.empty(),
          "export: give an output, --csv FILE or --tensorboard DIR");
  events.on_stage("exporting");
  const auto runs = list_runs_in(options.runs);
  if (!options.csv.empty()) export_csv(runs, options.csv);
  if (!options.tensorboard.empty()) export_tensorboard(runs, options.tensorboard);
  return {static_cast<Index>(runs.size())};
}

}  // namespace sextant::report
