#include "sextant/cli/target_arguments.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/corpus_arguments.h"
#include "sextant/core/error.h"
#include "sextant/core/process_memory.h"

namespace sextant::cli {
namespace {

/// CLI11 takes -5 for a very large number. Returns the reason, or nothing.
std::string refuse_negative(const std::string& text) {
  return text.starts_with('-') ? "expected a size such as 800MB or 4GB, not " + text : "";
}

}  // namespace

void add_target(CLI::App& command, TargetOptions& options) {
  add_corpus_options(command, options);
  const char* what = "In place of a corpus";
  command.add_option("--distances", options.distances, "a table (n, n) of distances")->type_name("FILE")->group(what);
  command.add_option("--coordinates", options.coordinates, "a table (n, axes) of points: Euclidean distances")
      ->type_name("FILE")
      ->group(what);
  command
      .add_option("--features", options.features, "a table (n, features): sqrt(2 - 2 r) of the rows' correlations r")
      ->type_name("FILE")
      ->group(what);
  command.add_option("--positions", options.positions, "how many (default: 128 of a corpus, all rows of a file)")
      ->type_name("N");

  const char* how_counted = "How it is counted";
  command
      .add_option("--padding", options.padding,
                  "present: length >= t; complete: length >= n; padded: [CLS] text [SEP] [PAD] ... counted")
      ->capture_default_str()
      ->group(how_counted);
  command.add_option("--estimator", options.estimator, "cross_half, plug_in, null_subtracted or rarefied")
      ->capture_default_str()
      ->group(how_counted);
  command.add_option("--splits", options.splits, "of the documents into halves, for cross_half")
      ->capture_default_str()
      ->group(how_counted);
  command.add_option("--top", options.top, "count only the K most frequent tokens and OTHER (0: all)")
      ->type_name("K")
      ->group(how_counted);
  command.add_option("--leading", options.leading, "axes computed beyond 2048 positions")
      ->capture_default_str()
      ->group(how_counted);
  command
      .add_option("--memory", options.memory,
                  "for counting, as 800MB or 4GB (default: a quarter of the machine's); files in TMPDIR, or else in "
                  "/var/tmp, take the rest; no number depends on it")
      ->transform(CLI::AsSizeValue(true).description(""))
      ->check(refuse_negative)
      ->type_name("SIZE")
      ->group(how_counted);
  command.add_option("--seed", options.seed, "of halves, shuffles and draws")->capture_default_str();
}

std::string describe_memory(const TargetOptions& options) {
  const std::string peak = "peak " + memory_text(peak_memory());
  if (options.corpus.empty()) return peak;
  return fmt::format("{}; counting may take {}", peak,
                     memory_text(options.memory > 0 ? static_cast<std::size_t>(options.memory) : default_memory()));
}

}  // namespace sextant::cli
