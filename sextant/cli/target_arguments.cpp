#include "sextant/cli/target_arguments.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/corpus_arguments.h"
#include "sextant/core/error.h"
#include "sextant/core/memory.h"

namespace sextant::cli {
namespace {

/// CLI11 takes -5 for a very large number. Returns the reason, or nothing.
std::string refuse_negative(const std::string& text) {
  return text.starts_with('-') ? "expected a size such as 800MB or 4GB, not " + text : "";
}

}  // namespace

void add_target(CLI::App& command, TargetOptions& options) {
  add_corpus_options(command, options);
  const char* what = "Instead of a corpus";
  command.add_option("--distances", options.distances, "distance matrix (n, n)")->type_name("FILE")->group(what);
  command.add_option("--coordinates", options.coordinates, "points (n, axes), compared by Euclidean distance")
      ->type_name("FILE")
      ->group(what);
  command
      .add_option("--features", options.features,
                  "feature vectors (n, features), compared by sqrt(2 - 2 r), r the correlation of two rows")
      ->type_name("FILE")
      ->group(what);
  command
      .add_option("--positions", options.positions,
                  "number of positions (default: 128 for a corpus, all rows of a file)")
      ->type_name("N");

  const char* how_counted = "Estimation";
  command
      .add_option("--padding", options.padding,
                  "documents counted at position t: present: length >= t; complete: length >= n; padded: all, as [CLS] "
                  "text [SEP] [PAD] ... cut at n; max_length: the same with the text truncated so that [SEP] stays, as "
                  "Hugging Face's padding=\"max_length\", truncation=True")
      ->capture_default_str()
      ->group(how_counted);
  command
      .add_option("--estimator", options.estimator,
                  "estimator of the distances: cross_half, plug_in, null_subtracted or rarefied")
      ->capture_default_str()
      ->group(how_counted);
  command.add_option("--splits", options.splits, "cross_half: number of random splits of the documents into halves")
      ->capture_default_str()
      ->group(how_counted);
  command.add_option("--top", options.top, "count only the K most frequent tokens, the rest as OTHER (0: all tokens)")
      ->type_name("K")
      ->group(how_counted);
  command
      .add_option("--leading", options.leading,
                  "number of leading axes computed when there are more than 2048 positions")
      ->capture_default_str()
      ->group(how_counted);
  command
      .add_option("--memory", options.memory,
                  "memory limit for counting, e.g. 800MB or 4GB (default: a quarter of RAM); the rest spills to files "
                  "in TMPDIR or /var/tmp; results do not depend on it")
      ->transform(CLI::AsSizeValue(true).description(""))
      ->check(refuse_negative)
      ->type_name("SIZE")
      ->group(how_counted);
  command.add_option("--seed", options.seed, "seed of splits, shuffles and random draws")->capture_default_str();
}

std::string describe_memory(const TargetOptions& options) {
  const std::string peak = "peak " + memory_text(peak_memory());
  if (options.corpus.empty()) return peak;
  return fmt::format("{}; limit for counting {}", peak,
                     memory_text(options.memory > 0 ? static_cast<std::size_t>(options.memory) : default_memory()));
}

}  // namespace sextant::cli
