#include "sextant/report/write_report.h"

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/tree.h"
#include "sextant/report/document.h"
#include "sextant/report/export.h"
#include "sextant/report/page.h"

namespace sextant::report {

void ReportOptions::visit(OptionVisitor& option) {
  option("paths", paths, "run, sweep or experiment directories");
  option("out", out, "output file");
}

void ExportOptions::visit(OptionVisitor& option) {
  option("runs", runs, "run directories, finished or not");
  option("csv", csv, "a file: one table of all rows, with the run in front");
  option("tensorboard", tensorboard, "a directory for event files, DIR/RUN/events...");
}

ReportResult write_report(const ReportOptions& options, Events& events, std::stop_token) {
  require_page();
  require(!options.paths.empty(), "report: give directories of runs, sweeps or experiments");
  events.on_stage("reading results");
  const Tree document = make_document(options.paths, false);
  const std::string page = make_page(document);
  write_file_atomically(options.out, page);
  ReportResult result;
  result.file = options.out;
  result.bytes = page.size();
  result.runs = static_cast<Index>(document["runs"].size());
  result.figures = static_cast<Index>(document["panels"].size());
  result.claims = static_cast<Index>(document["claims"].size());
  for (const auto& fault : document["faults"]) {
    result.faults.push_back({fault["file"].get<std::string>(), fault["message"].get<std::string>()});
    events.on_message({Message::Kind::warning,
                       fmt::format("skipped {}: {}", result.faults.back().file, result.faults.back().message)});
  }
  return result;
}

ExportResult export_runs(const ExportOptions& options, Events& events, std::stop_token) {
  require(!options.csv.empty() || !options.tensorboard.empty(),
          "export: give an output, --csv FILE or --tensorboard DIR");
  events.on_stage("exporting");
  if (!options.csv.empty()) export_csv(options.runs, options.csv);
  if (!options.tensorboard.empty()) export_tensorboard(options.runs, options.tensorboard);
  return {static_cast<Index>(options.runs.size())};
}

}  // namespace sextant::report
