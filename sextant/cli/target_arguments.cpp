#include "sextant/cli/target_arguments.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/corpus_arguments.h"
#include "sextant/core/error.h"
#include "sextant/core/process_memory.h"

namespace sextant::cli {
namespace {

constexpr std::size_t least_memory = 1000 * 1000;

/// CLI11 takes -5 for a very large number. Returns the reason, or nothing.
std::string refuse_negative(const std::string& text) {
  return text.starts_with('-') ? "expected a size such as 800MB or 4GB, not " + text : "";
}

}  // namespace

TargetRequest TargetArguments::finished() const {
  TargetRequest result = request;
  result.rule = parse_position_rule(rule);
  result.estimator = parse_estimator(estimator);
  require(request.positions == 0 || request.positions >= 2, "--positions: expected 2 or more, not {}",
          request.positions);
  require(request.memory == 0 || request.memory >= least_memory, "--memory: expected {} or more, not {} bytes",
          memory_text(least_memory), request.memory);
  require(request.leading >= 1, "--leading: expected 1 or more, not {}", request.leading);
  return result;
}

void add_target(CLI::App& command, TargetArguments& arguments) {
  TargetRequest& request = arguments.request;
  add_corpus_options(command, request.corpus);
  const char* what = "Instead of a corpus";
  command.add_option("--distances", request.distances, "distance matrix (n, n)")->type_name("FILE")->group(what);
  command.add_option("--coordinates", request.coordinates, "points (n, axes), compared by Euclidean distance")
      ->type_name("FILE")
      ->group(what);
  command
      .add_option("--features", request.features,
                  "feature vectors (n, features), compared by sqrt(2 - 2 r), r the correlation of two rows")
      ->type_name("FILE")
      ->group(what);
  command
      .add_option("--positions", request.positions,
                  "number of positions (default: 128 for a corpus, all rows of a file)")
      ->type_name("N");

  const char* how_counted = "Estimation";
  command
      .add_option("--padding", arguments.rule,
                  "documents counted at position t: present: length >= t; complete: length >= n; padded: all, with "
                  "[CLS], [SEP], [PAD]")
      ->capture_default_str()
      ->group(how_counted);
  command
      .add_option("--estimator", arguments.estimator,
                  "estimator of the distances: cross_half, plug_in, null_subtracted or rarefied")
      ->capture_default_str()
      ->group(how_counted);
  command.add_option("--splits", request.splits, "cross_half: number of random splits of the documents into halves")
      ->capture_default_str()
      ->group(how_counted);
  command
      .add_option("--top", request.vocabulary,
                  "count only the K most frequent tokens, the rest as OTHER (0: all tokens)")
      ->type_name("K")
      ->group(how_counted);
  command
      .add_option("--leading", request.leading,
                  "number of leading axes computed when there are more than 2048 positions")
      ->capture_default_str()
      ->group(how_counted);
  command
      .add_option("--memory", request.memory,
                  "memory limit for counting, e.g. 800MB or 4GB (default: a quarter of RAM); the rest spills to files "
                  "in TMPDIR or /var/tmp; results do not depend on it")
      ->transform(CLI::AsSizeValue(true).description(""))
      ->check(refuse_negative)
      ->type_name("SIZE")
      ->group(how_counted);
  command.add_option("--seed", request.seed, "seed of splits, shuffles and random draws")->capture_default_str();
}

std::string describe_memory(const TargetRequest& request) {
  const std::string peak = "peak " + memory_text(peak_memory());
  if (request.corpus.path.empty()) return peak;
  return fmt::format("{}; limit for counting {}", peak,
                     memory_text(request.memory > 0 ? request.memory : default_memory()));
}

}  // namespace sextant::cli
