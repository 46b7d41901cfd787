// `sextant report` and `sextant view`. They know no number type: they read result files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

#include "sextant/cli/arguments.h"
#include "sextant/cli/interruption.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/report/document.h"
#include "sextant/report/page.h"
#include "sextant/report/page_server.h"

namespace sextant::cli {
namespace {

struct ReportRequest {
  std::vector<std::string> paths;
  std::string out = "report.html";
};

struct ViewRequest {
  std::vector<std::string> paths;
  int port = 0;
  double seconds = 0;  // 0: until a signal comes
};

int report_command(const ReportRequest& request) {
  require_page();
  const Tree document = make_document(request.paths, false);
  const std::string page = make_page(document);
  write_file_atomically(request.out, page);
  fmt::print("page    {} ({:.2f} MB)\nshows   {} run(s), {} figure(s), {} claim(s)\n", request.out,
             static_cast<double>(page.size()) / 1e6, document["runs"].size(), document["panels"].size(),
             document["claims"].size());
  for (const auto& fault : document["faults"])
    fmt::print(stderr, "sextant: skipped {}: {}\n", fault["file"].get<std::string>(),
               fault["message"].get<std::string>());
  return 0;
}

int view_command(const ViewRequest& request) {
  require(request.seconds >= 0, "view: --for expects 0 seconds or more, not {}", request.seconds);
  const Interruption interruption;
  PageServer server(request.paths, request.port);
  fmt::print("page    http://127.0.0.1:{}/\nstop    Ctrl-C\n", server.port());
  std::fflush(stdout);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(request.seconds);
  server.serve(
      [&] { return Interruption::signal() != 0 || (request.seconds > 0 && std::chrono::steady_clock::now() >= end); });
  return 0;
}

constexpr const char* paths_help = "run, sweep or experiment directories";

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  auto* report = app.add_subcommand("report", "Write results as a self-contained HTML page that works offline");
  auto report_request = std::make_shared<ReportRequest>();
  report->add_option("paths", report_request->paths, paths_help)->required()->type_name("PATH ...");
  report->add_option("-o,--out", report_request->out, "output file")->capture_default_str()->type_name("FILE");
  report->footer(
      "Examples:\n  sextant report runs/quickstart\n  sextant report sweeps/gamma -o gamma.html\n"
      "  sextant report runs/learned runs/rotary -o compared.html");
  report->callback([=, &exit_code] { exit_code = report_command(*report_request); });
}

void add_view(CLI::App& app, int& exit_code) {
  auto* view = app.add_subcommand("view", "Serve the same page on localhost, updated live while runs progress");
  auto view_request = std::make_shared<ViewRequest>();
  view->add_option("paths", view_request->paths, paths_help)->required()->type_name("PATH ...");
  view->add_option("--port", view_request->port, "port on 127.0.0.1 (0: any free port)")->capture_default_str();
  view->add_option("--for", view_request->seconds, "stop after this many seconds (0: run until Ctrl-C)")
      ->type_name("SECONDS");
  view->footer("Examples:\n  sextant view sweeps/gamma\n  sextant view runs --port 8080");
  view->callback([=, &exit_code] { exit_code = view_command(*view_request); });
}

}  // namespace sextant::cli
