// `sextant verify ...`: a row per check as soon as it is known, exit code 1 if one failed.
#include <cstdio>
#include <filesystem>

#include "sextant/cli/commands.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/verify_necessity.h"
#include "sextant/lab/verify_resume.h"

namespace sextant::cli {
namespace {

void print_row(const VerificationRow& row) {
  fmt::print("{:<6}  {:<52}  {}\n", row.held ? "held" : "FAILED", row.check, row.found);
  std::fflush(stdout);
}

int conclude(const Verification& verification) {
  const auto failed = std::ranges::count_if(verification.rows, [](const auto& row) { return !row.held; });
  if (failed > 0) throw BrokenRun(fmt::format("{} of {} checks failed", failed, verification.rows.size()));
  fmt::print("all {} checks held\n", verification.rows.size());
  return 0;
}

/// The checks themselves; a request that is wrong was found before.
template <class Verify>
int report(const Verify& verify) {
  Verification verification;
  try {
    verification = verify();
  } catch (const Error& error) {
    throw BrokenRun(error.what());
  }
  return conclude(verification);
}

}  // namespace

int verify_resume_command(const VerifyResumeRequest& request) {
  require(request.steps > 0, "--steps: expected 1 or more, not {}", request.steps);
  const Configuration configuration = Configuration::read(request.configuration);
  require(Assembly(configuration).session().steps() > 0, "verify resume: the run has no steps; set train.steps");
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  return report([&] { return verify_resume({configuration, request.steps, program}, print_row); });
}

int verify_necessity_command(const VerifyNecessityRequest& request) {
  require(request.steps >= 0, "--steps: expected 1 or more, not {}", request.steps);
  require(request.seed >= 0, "--seed: expected 0 or more, not {}", request.seed);
  NecessityRequest necessity;
  necessity.seed = static_cast<std::uint64_t>(request.seed);
  if (request.steps > 0) necessity.steps = request.steps;
  return report([&] { return verify_necessity(necessity, print_row); });
}

}  // namespace sextant::cli
