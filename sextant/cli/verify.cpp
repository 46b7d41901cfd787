// `sextant verify ...`: a row per check as soon as it is known, exit code 1 if one failed.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "sextant/cli/commands.h"
#include "sextant/cli/job.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/lab/guarded_events.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/verify_necessity.h"
#include "sextant/lab/verify_resume.h"

namespace sextant::cli {
namespace {

class RowPrinter final : public Events {
 public:
  explicit RowPrinter(const bool& json) : json_(json) {}
  void on_finding(const Finding& finding) override {
    if (json_) return;
    print_out("{:<6}  {:<52}  {}\n", finding.held.value_or(false) ? "held" : "FAILED", finding.subject, finding.text);
    std::fflush(stdout);
  }

 private:
  const bool& json_;
};

int conclude_verification(const Verification& verification, bool json) {
  if (json) {
    print_out("{}\n", as_json(verification).dump(2));
    std::fflush(stdout);
  }
  const auto failed = std::ranges::count_if(verification.rows, [](const auto& row) { return !row.held; });
  if (failed > 0) throw BrokenRun(fmt::format("{} of {} checks failed", failed, verification.rows.size()));
  if (!json) print_out("all {} checks held\n", verification.rows.size());
  return 0;
}

void add_resume(CLI::App& verify, int& exit_code) {
  auto* resume = verify.add_subcommand(
      "resume", "Bitwise reproducibility: resumed, killed, with 1 or 2 threads, alongside other runs");
  auto typed = std::make_shared<TypedJob>();
  auto options = std::make_shared<VerifyResumeOptions>();
  auto json = std::make_shared<bool>(false);
  typed->add_to(*resume, job_help);
  resume->add_option("--steps", options->steps, "maximum number of training steps")->capture_default_str();
  resume->add_flag("--json", *json, "print the checks as JSON instead, once all are made");
  resume->footer("Examples:\n  sextant verify resume job.toml\n  sextant verify resume position.kind=fire --steps 200");
  resume->callback([=, &exit_code] {
    options->configuration = Job(*typed).configuration;
    options->program = std::filesystem::read_symlink("/proc/self/exe").string();
    RowPrinter printer(*json);
    exit_code = conclude_verification(verify_resume(*options, printer), *json);
  });
}

void add_necessity(CLI::App& verify, int& exit_code) {
  auto* necessity = verify.add_subcommand(
      "necessity", "An encoder without positions is blind to token order; with any encoding it is not");
  auto options = std::make_shared<VerifyNecessityOptions>();
  auto json = std::make_shared<bool>(false);
  necessity->add_option("--steps", options->steps, "maximum number of training steps per encoding (0: the default)");
  necessity->add_option("--seed", options->seed, "seed of weights and data")->capture_default_str();
  necessity->add_flag("--json", *json, "print the checks as JSON instead, once all are made");
  necessity->footer("Examples:\n  sextant verify necessity\n  sextant verify necessity --seed 7");
  necessity->callback([=, &exit_code] {
    RowPrinter printer(*json);
    exit_code = conclude_verification(verify_necessity(*options, printer), *json);
  });
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  auto* verify = app.add_subcommand("verify", "Verify a guarantee on this machine");
  add_resume(*verify, exit_code);
  add_necessity(*verify, exit_code);
  verify->prefix_command();  // what is no check is refused here, by its name
  verify->callback([verify] {
    if (!verify->get_subcommands().empty()) return;
    const auto given = verify->remaining();
    require(!given.empty(), "verify: name a check: resume or necessity");
    require(false, "verify: no check '{}'{}; known: resume, necessity", given.front(),
            nearest_name_hint(given.front(), {"resume", "necessity"}));
  });
}

}  // namespace sextant::cli
