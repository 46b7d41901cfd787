// Many runs on stderr: on a terminal a table that is redrawn in place, with what has happened above it; elsewhere a
// line every few seconds. Failures are shown as they come. Findings are answers: they go to stdout, quiet or not.
#pragma once

#include <chrono>
#include <map>

#include "sextant/cli/sweep_text.h"
#include "sextant/core/events.h"

namespace sextant::cli {

class SweepDisplay final : public Events {
 public:
  /// `json`: the answer is printed by the caller, and nothing else on stdout.
  explicit SweepDisplay(const ManyRunsDisplay& wanted);
  /// Takes the table away.
  ~SweepDisplay() override { end(); }

  void on_progress(const Progress& progress) override;
  void on_message(const Message& message) override;
  void on_run(const RunEvent& event) override;
  void on_finding(const Finding& finding) override;
  void on_tick() override;
  void end();

 private:
  struct Line {
    std::string label;
    std::string state;
  };

  void finish(const RunEvent& event);
  void say(const std::string& line);
  void clear();
  void draw();
  std::string summary() const;

  using Clock = std::chrono::steady_clock;
  bool quiet_, json_;
  bool terminal_;
  Progress progress_ = {};
  Index diverged_ = 0, failed_ = 0;  // of those that ended now
  std::map<Index, Line> lines_;      // by slot
  Clock::time_point drawn_;
  std::size_t drawn_lines_ = 0;
};

}  // namespace sextant::cli
