#include "sextant/lab/stress/target_options.h"

#include <chrono>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/lab/guarded_events.h"

namespace sextant::lab {
namespace {

constexpr Index least_memory = 1000 * 1000;

}  // namespace

void TargetOptions::visit(OptionVisitor& option) {
  CorpusOptions::visit(option);
  option.path("distances", distances, "in place of a corpus: a table (n, n) of distances");
  option.path("coordinates", coordinates, "in place of a corpus: a table (n, axes) of points, Euclidean distances");
  option.path("features", features,
              "in place of a corpus: a table (n, features), sqrt(2 - 2 r) of the rows' correlations r");
  option("positions", positions, "how many; 0: 128 of a corpus, all rows of a file");
  option.choice("padding", padding, {"present", "complete", "padded", "max_length"},
                "which documents count at position t: length >= t; length >= n; all, as [CLS] text [SEP] [PAD] ... cut "
                "at n; the same with the text truncated so that [SEP] stays, as Hugging Face's padding=\"max_length\"");
  option.choice("estimator", estimator, {"cross_half", "plug_in", "null_subtracted", "rarefied"},
                "how distances are estimated from a finite corpus");
  option("splits", splits, "cross_half: number of random splits of the documents into halves");
  option("top", top, "count only the K most frequent tokens and OTHER; 0: all");
  option("leading", leading, "number of leading axes computed when there are more than 2048 positions");
  option("memory", memory, "bytes for counting, files take the rest; 0: a quarter of the machine's");
  option("seed", seed, "seed of splits, shuffles and random draws");
}

TargetRequest TargetOptions::target_request() const {
  TargetRequest request;
  request.corpus = corpus_request();
  request.distances = distances;
  request.coordinates = coordinates;
  request.features = features;
  request.positions = positions;
  request.rule = parse_position_rule(padding);
  request.estimator = parse_estimator(estimator);
  request.splits = splits;
  request.vocabulary = top;
  request.leading = leading;
  request.memory = static_cast<std::size_t>(memory);
  request.seed = static_cast<std::uint64_t>(seed);
  require(positions == 0 || positions >= 2, "--positions: expected 2 or more, not {}", positions);
  require(memory == 0 || memory >= least_memory, "--memory: expected {} or more, not {} bytes",
          memory_text(static_cast<std::size_t>(least_memory)), memory);
  require(leading >= 1, "--leading: expected 1 or more, not {}", leading);
  require(seed >= 0, "--seed: expected 0 or more, not {}", seed);
  return request;
}

StageWatcher watch_stages(Events& events, std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  return [&events, stop = std::move(stop), current = std::string(), start = Clock::now()](const std::string& stage,
                                                                                          double share) mutable {
    if (stop.stop_requested()) throw Stopped(stage + ": stopped before its end");
    if (stage != current) {
      current = stage;
      start = Clock::now();
      events.on_stage(stage);
    }
    const std::chrono::duration<double> passed = Clock::now() - start;
    events.on_progress(
        {stage, share, 1, "", share > 0 ? std::optional(passed.count() / share * (1 - share)) : std::nullopt});
  };
}

}  // namespace sextant::lab
