// `sextant analyse` for one run: a line per analysis as soon as it is done.
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/lab/analyse.h"

namespace sextant::cli {
namespace {

class Printer final : public AnalysisWatcher {
 public:
  void on_unfinished(Index step, Index steps) override {
    fmt::print("note: the run has not finished; these are its weights at step {} of {}\n", step, steps);
  }
  void on_findings(const std::string& analysis, const Findings& findings) override {
    std::string text;
    for (const auto& number : findings.numbers)
      text += fmt::format("{}{} {:.4g}", text.empty() ? "" : "  ", number.name, number.value);
    if (!findings.left_out.empty()) text = "skipped: " + findings.left_out;
    fmt::print("{:<20}  {}\n", analysis, text);
    std::fflush(stdout);
  }
};

}  // namespace

void analyse_command(const AnalyseRequest& request, const std::string& run) {
  Printer printer;
  analyse_run({run, request.only, request.samples}, printer);
}

}  // namespace sextant::cli
