// `sextant report` and `sextant view`: results as a page, written or served.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"
#include "sextant/report/page_server.h"
#include "sextant/report/write_report.h"

namespace sextant::cli {
namespace {

struct ViewRequest {
  std::vector<std::string> paths;
  int port = 0;
  double seconds = 0;  // 0: until a signal comes
};

class FaultPrinter final : public Events {
 public:
  void on_message(const Message& message) override { print_error("sextant: {}\n", message.text); }
};

int run_report(const ReportOptions& options) {
  FaultPrinter printer;
  const ReportResult result = write_report(options, printer);
  print_out("page    {} ({:.2f} MB)\nshows   {} run(s), {} figure(s), {} claim(s)\n", result.file,
            static_cast<double>(result.bytes) / 1e6, result.runs, result.figures, result.claims);
  return 0;
}

int run_view(const ViewRequest& request) {
  require(request.seconds >= 0, "view: --for expects 0 seconds or more, not {}", request.seconds);
  const Interruption interruption;
  PageServer server(request.paths, request.port);
  print_out("page    http://127.0.0.1:{}/\nstop    Ctrl-C\n", server.port());
  std::fflush(stdout);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(request.seconds);
  server.serve([&] {
    return interruption.token().stop_requested() || (request.seconds > 0 && std::chrono::steady_clock::now() >= end);
  });
  return 0;
}

constexpr const char* paths_help = "run, sweep or experiment directories";

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  auto* report = app.add_subcommand("report", "Write results as a self-contained HTML page that works offline");
  auto report_options = std::make_shared<ReportOptions>();
  report->add_option("paths", report_options->paths, paths_help)->required()->type_name("PATH ...");
  report->add_option("-o,--out", report_options->out, "output file")->capture_default_str()->type_name("FILE");
  report->footer(
      "Examples:\n  sextant report runs/quickstart\n  sextant report sweeps/gamma -o gamma.html\n"
      "  sextant report runs/learned runs/rotary -o compared.html");
  report->callback([=, &exit_code] { exit_code = run_report(*report_options); });
}

void add_view(CLI::App& app, int& exit_code) {
  auto* view = app.add_subcommand("view", "Serve the same page on localhost, updated live while runs progress");
  auto view_request = std::make_shared<ViewRequest>();
  view->add_option("paths", view_request->paths, paths_help)->required()->type_name("PATH ...");
  view->add_option("--port", view_request->port, "port on 127.0.0.1 (0: any free port)")->capture_default_str();
  view->add_option("--for", view_request->seconds, "stop after this many seconds (0: run until Ctrl-C)")
      ->type_name("SECONDS");
  view->footer("Examples:\n  sextant view sweeps/gamma\n  sextant view runs --port 8080");
  view->callback([=, &exit_code] { exit_code = run_view(*view_request); });
}

}  // namespace sextant::cli
