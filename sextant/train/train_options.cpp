// The options of training, their sentences and what they must satisfy together.
#include "sextant/train/train_options.h"

#include "sextant/core/error.h"

namespace sextant::train {

void TrainOptions::visit(OptionVisitor& option) {
  option("steps", steps, at_least(0), "updates of the weights");
  option("epochs", epochs, at_least(0), "passes over a finite training set; above 0 it replaces steps");
  option("batch", batch, at_least(1), "samples per step");
  option("clip", clip, at_least(0), "largest norm of all gradients together; 0 = no limit");
  option("lanes", lanes, at_least(1),
         "gradient shards: parts of a batch whose gradients are summed apart, then in order; part of the result");
  option("threads", threads, at_least(1),
         "threads that work on the gradient shards, at most one per shard: never part of the result");
  option("chunk_rows", chunk_rows, at_least(1), "tokens worked on at a time, so that activations stay in the cache");
  option("savings", savings, "leave out what nobody reads (same mathematics, other rounding)");
  option.choice("denormals", denormals, {"flush", "keep"}, "numbers too small to be normal become zero, or are kept");
  option("record_every", record_every, at_least(0), "steps between training rows in metrics.csv; 0 = none");
  option("record_positions", record_positions,
         "keep the tables of trained positions at steps 0, 1, 2, 3, 4, 6, 8, 11, ... in positions.safetensors");
  option("meter", meter,
         "measure how far weights, tangent kernel and positions have moved: columns meter.* of metrics.csv");
  option("meter_probes", meter_probes, at_least(2), "training samples that the meter's tangent kernel is taken on");
  option("evaluate_every", evaluate_every, at_least(0),
         "steps between evaluations of the held-out splits; 0 = only at the end");
  option("evaluate_at_end", evaluate_at_end, "evaluate after the last step");
  option.choice("stop_metric", stop_metric, {"none", "accuracy", "loss"}, "what may end training early");
  option("stop_split", stop_split, "the split whose stop_metric is watched");
  option("stop_value", stop_value, "end when accuracy is at least, or loss at most, this; auto = never");
  option("patience", patience, at_least(0), "end after this many evaluations without a better stop_metric; 0 = never");
  option("checkpoint_every", checkpoint_every, at_least(0),
         "steps between checkpoints; 0 = only at the end and when interrupted");
}

void TrainOptions::check() const {
  check_options("train", {this});
  require(threads <= lanes,
          "train.threads: {} threads for {} gradient shard(s), but a shard is worked on by one thread; lower "
          "train.threads, or raise "
          "train.lanes (which changes the order of sums and so the result)",
          threads, lanes);
  if (stop_metric == "none") {
    require(!stop_value && patience == 0,
            "train.stop_metric: stop_value or patience is set but no metric; choose accuracy or loss");
    return;
  }
  require(stop_value || patience > 0, "train.stop_metric: set train.stop_value or train.patience too");
  require(evaluate_every > 0, "train.stop_metric: nothing is evaluated during training; set train.evaluate_every");
}

}  // namespace sextant::train
