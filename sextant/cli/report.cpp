// `sextant report` and `sextant view`: results as a page, written or served.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/print.h"
#include "sextant/report/view.h"
#include "sextant/report/write_report.h"

namespace sextant::cli {
namespace {

class FaultPrinter : public Events {
 public:
  void on_message(const Message& message) override { print_error("sextant: {}\n", message.text); }
};

/// Says where the page is as soon as it can be opened.
class AddressPrinter final : public FaultPrinter {
 public:
  void on_finding(const Finding& finding) override {
    print_out("{:<7} {}\nstop    Ctrl-C\n", finding.subject, finding.text);
    std::fflush(stdout);
  }
};

int run_report(const ReportOptions& options, bool json) {
  FaultPrinter printer;
  const ReportResult result = write_report(options, printer);
  if (json) {
    print_out("{}\n", as_json(result).dump(2));
    return 0;
  }
  print_out("page    {} ({:.2f} MB)\nshows   {} run(s), {} figure(s), {} claim(s)\n", result.file,
            static_cast<double>(result.bytes) / 1e6, result.runs, result.figures, result.claims);
  for (const auto& sentence : result.findings) print_out("\n{}\n", sentence);
  return 0;
}

int run_view(const ViewOptions& options) {
  const Interruption interruption;
  AddressPrinter printer;
  view(options, printer, interruption.token());
  return 0;
}

constexpr const char* paths_help = "run, sweep or experiment directories";

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  auto* report = app.add_subcommand("report", "Write results as a self-contained HTML page that works offline");
  auto report_options = std::make_shared<ReportOptions>();
  report->add_option("paths", report_options->paths, paths_help)->required()->type_name("PATH ...");
  report->add_option("-o,--out", report_options->out, "output file (default: report.html beside the data)")
      ->type_name("FILE");
  auto json = std::make_shared<bool>(false);
  report->add_flag("--json", *json, "print what was written and found as JSON instead");
  report->footer(
      "Examples:\n  sextant report runs/quickstart                 writes runs/quickstart/report.html\n  sextant "
      "report sweeps/gamma -o gamma.html\n"
      "  sextant report runs/learned runs/rotary -o compared.html");
  report->callback([=, &exit_code] { exit_code = run_report(*report_options, *json); });
}

void add_view(CLI::App& app, int& exit_code) {
  auto* view = app.add_subcommand("view", "Serve the same page on localhost, updated live while runs progress");
  auto view_options = std::make_shared<ViewOptions>();
  view->add_option("paths", view_options->paths, paths_help)->required()->type_name("PATH ...");
  view->add_option("--port", view_options->port, "port on 127.0.0.1 (0: any free port)")->capture_default_str();
  view->add_option("--for", view_options->seconds, "stop after this many seconds (0: run until Ctrl-C)")
      ->type_name("SECONDS");
  view->add_flag("!--no-token", view_options->token, "let every user of this machine read the page");
  view->footer(
      "The address that is printed holds a random token; only who has it can read the page.\n"
      "Examples:\n  sextant view sweeps/gamma\n  sextant view runs --port 8080");
  view->callback([=, &exit_code] { exit_code = run_view(*view_options); });
}

}  // namespace sextant::cli
