#include "sextant/cli/analysis_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "sextant/cli/duration.h"

namespace sextant::cli {
namespace {

constexpr double seconds_between_findings[] = {10, 0.25};  // elsewhere, on a terminal

}  // namespace

AnalysisDisplay::AnalysisDisplay(bool quiet)
    : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()), shown_(start_) {}

void AnalysisDisplay::show(Index done, Index runs) {
  const std::chrono::duration<double> since = Clock::now() - shown_, passed = Clock::now() - start_;
  if (quiet_ || since.count() < seconds_between_findings[terminal_ ? 1 : 0]) return;
  shown_ = Clock::now();
  std::string text = fmt::format("analysed {} of {} runs", done, runs);
  if (done > 0)
    text += fmt::format(
        "  {} left", describe_duration(passed.count() * static_cast<double>(runs - done) / static_cast<double>(done)));
  fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", text, terminal_ ? "" : "\n");
  std::fflush(stderr);
  drawn_ = terminal_;
}

void AnalysisDisplay::end() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace sextant::cli
