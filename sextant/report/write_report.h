// Results as one page, and metrics for other programs.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/results/run_record.h"

namespace sextant::report {

struct ReportOptions : Options {
  std::vector<std::string> paths = {};
  std::string out = {};  // empty: report.html beside the data

  void visit(OptionVisitor& option) override;
};

struct ReportResult {
  std::string file = {};
  std::size_t bytes = 0;
  Index runs = 0, figures = 0, claims = 0;
  std::vector<std::string> findings =
      {};                          // what each part of the page found, a sentence each; then how many claims held
  std::vector<Fault> faults = {};  // files that had to be left out
};

Tree as_json(const ReportResult& result);

/// Where a page goes that nobody named a file for: into the directory itself, of several into the deepest that holds
/// them all.
std::string default_report_file(const std::vector<std::string>& paths);

/// An Error where a path holds nothing to show, or this build has no page. Events: a warning for each fault.
ReportResult write_report(const ReportOptions& options, Events& events, std::stop_token stop = {});

struct ExportOptions : Options {
  std::vector<std::string> runs = {};
  std::string csv = {};
  std::string tensorboard = {};

  void visit(OptionVisitor& option) override;
};

struct ExportResult {
  Index runs = 0;
};

ExportResult export_runs(const ExportOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::report
