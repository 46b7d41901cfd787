// The record of a run: options, ending, timing, metrics.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"
#include "sextant/results/metrics_file.h"

namespace sextant::results {

// How a run ended, as the bytes of its files.

struct Ending {
  std::string checkpoint;  // weights and optimiser
  std::string metrics;
  std::string positions;  // empty where no encoding is trained
  std::string result;
};

Ending read_ending(const std::string& directory);

/// What differs, or "" where every byte is the same.
std::string describe_difference(const Ending& expected, const Ending& given);

// How long a run has worked: by the clock, and by the processor of its own thread (what others take away does not
// count; with several threads, this one alone).

class RunTiming {
 public:
  /// Starts to count.
  RunTiming();
  /// The content of timing.json: `steps` made since the start, on top of what `before` says of earlier starts
  /// (its content then, or "").
  Tree write(const std::string& before, Index steps, Index batch) const;

 private:
  std::chrono::steady_clock::time_point start_;
  double processor_start_;
};

// One run, as what it left behind describes it: its directory, or its row in the store of a sweep.

struct RunRecord {
  std::string name;
  std::string directory;  // may be gone where the store outlived it
  std::string status;     // done, diverged, failed, interrupted; running where there is no result yet
  std::string fault;
  std::string code;           // the version that made it
  std::optional<Index> step;  // where it stands
  std::optional<Index> steps;
  std::optional<Index> parameters;
  std::optional<double> seconds;
  Tree configuration = Tree::object();  // flat, as config.toml has it; empty where only the store was read
  Tree settings = Tree::object();       // what is set of it by dotted key, "model.depth", in normal form
  Tree finals = Tree::object();         // "test.accuracy"
  std::vector<MetricsRow> metrics;

  /// By the columns of the store, "model.depth" and "final.test.accuracy": null where something is not set or not
  /// known.
  Tree row() const;
};

/// A file that could not be read. Reports say so and show the rest.
struct Fault {
  std::string file;
  std::string message;
};

/// What the columns of final metrics begin with.
inline constexpr std::string_view final_prefix = "final.";
/// Whether a column of the store is an option, "model.depth" or "seed", rather than something that came out.
bool is_option(std::string_view column);

}  // namespace sextant::results
