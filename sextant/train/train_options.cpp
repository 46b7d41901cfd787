// The options of training, their sentences and what they must satisfy together.
#include "sextant/train/train_options.h"

#include "sextant/core/error.h"

namespace sextant::train {
void TrainOptions::visit(OptionVisitor& option) {
  option("steps", steps, at_least(0), "number of optimizer steps");
  option("epochs", epochs, at_least(0), "epochs over a finite training set; above 0 it overrides steps");
  option("batch", batch, at_least(1), "batch size");
  option("clip", clip, at_least(0), "maximum global gradient norm (gradient clipping); 0: no clipping");
  option("gradient_shards", gradient_shards, between(1, 1024),
         "gradient shards: parts of the batch whose gradients are summed separately, then in order; affects rounding");
  option("threads", threads, at_least(1),
         "threads, at most one per gradient shard (train.gradient_shards); never affects the result");
  option("chunk_rows", chunk_rows, at_least(1),
         "tokens processed at a time, so that activations stay in the CPU cache");
  option("savings", savings, "skip computations that no output depends on (same mathematics, different rounding)");
  option.choice("denormals", denormals, {"flush", "keep"}, "flush denormals to zero, or keep them");
  option("record_every", record_every, at_least(0),
         "log training metrics to metrics.csv every this many steps; 0: never");
  option("record_positions", record_positions,
         "save learned position embeddings at steps 0, 1, 2, 3, 4, 6, 8, 11, ... to positions.safetensors");
  option("meter", meter,
         "log relative weight change, NTK drift and the rank of positions: columns meter.* of metrics.csv");
  option("meter_probes", meter_probes, at_least(2), "training samples on which the meter evaluates the empirical NTK");
  option("evaluate_every", evaluate_every, at_least(0),
         "evaluate the held-out splits every this many steps; 0: only at the end");
  option("evaluate_at_end", evaluate_at_end, "evaluate after the last step");
  option.choice("stop_metric", stop_metric, {"none", "accuracy", "loss"}, "metric for early stopping");
  option("stop_split", stop_split, "split on which stop_metric is evaluated");
  option("stop_value", stop_value, "stop once accuracy is at least, or loss at most, this; auto: never");
  option("patience", patience, at_least(0),
         "stop after this many evaluations without improvement of stop_metric; 0: never");
  option("checkpoint_every", checkpoint_every, at_least(0),
         "save a checkpoint every this many steps; 0: only at the end and when interrupted");
}

void TrainOptions::check() const {
  check_options("train", {this});
  require(
      threads <= gradient_shards,
      "train.threads: {} threads for {} gradient shard(s), but a shard uses one thread; lower train.threads, or raise "
      "train.gradient_shards (which changes the order of summation and hence the result)",
      threads, gradient_shards);
  if (stop_metric == "none") {
    require(!stop_value && patience == 0,
            "train.stop_metric: stop_value or patience is set but no metric; choose accuracy or loss");
    return;
  }
  require(stop_value || patience > 0, "train.stop_metric: also set train.stop_value or train.patience");
  require(evaluate_every > 0, "train.stop_metric: nothing is evaluated during training; set train.evaluate_every");
}

}  // namespace sextant::train
