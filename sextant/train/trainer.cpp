// One step: fill the batch, forward and backward in gradient shards, add the shards, look for non-finite numbers, clip,
// update. Clipping is torch.nn.utils.clip_grad_norm_: gradients times min(1, clip / (norm + 1e-6)).
#include "sextant/train/trainer.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/memory.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

/// The inputs of a batch must fit into the machine, which would otherwise grant them and end the program later.
void require_room(const TaskShape& shape, Index batch) {
  const Index per_token = shape.input == InputKind::values ? shape.features : 1;
  const double bytes =
      static_cast<double>(batch) * static_cast<double>(shape.length) * static_cast<double>(per_token) * sizeof(real);
  require(bytes <= static_cast<double>(machine_memory()),
          "train.batch: {} samples of {} tokens take {:.3g} GB, more than this machine's {}", batch, shape.length,
          bytes / 1e9, memory_text(machine_memory()));
}

/// Parts may have been set in code; the model, its positions and each variant check their own.
const SessionParts& checked(const SessionParts& parts, const TaskShape& shape) {
  parts.train.check();
  require_room(shape, parts.train.batch);
  check_options("optimizer", {&parts.optimizer});
  check_options("init", {&parts.init});
  return parts;
}

Index count_steps(const Task& task, const TrainOptions& options) {
  if (options.epochs == 0) return options.steps;
  const Index rows = task.size("train");
  require(rows > 0, "train.epochs: the training set of this task is an infinite stream; set train.steps instead");
  return options.epochs * ((rows + options.batch - 1) / options.batch);
}

/// Numbers that the loss of one scored row is the sum over.
Index terms_per_row(const TaskShape& shape) { return shape.loss == LossKind::squared_error ? shape.outputs : 1; }

}  // namespace

Trainer::Trainer(Task& task, const SessionParts& parts)
    : task_(task),
      shape_(task.shape()),
      options_(checked(parts, shape_).train),
      base_rate_(parts.optimizer.learning_rate),
      seed_(parts.seed),
      shards_({parts.model, parts.position, shape_, parts.arrangement}, parts.train),
      optimizer_(optimizers().find(parts.optimizer.kind).make(*parts.optimizer.own, shards_.model().parameters())),
      schedule_(schedules().find(parts.schedule.kind).make(*parts.schedule.own)),
      steps_(count_steps(task, parts.train)) {
  const auto splits = task.splits();
  require(options_.stop_metric == "none" || std::ranges::find(splits, options_.stop_split) != splits.end(),
          "train.stop_split: this task has no split '{}'{}", options_.stop_split,
          nearest_name_hint(options_.stop_split, splits));
}

StepReport Trainer::make_step() {
  const DenormalPolicy policy(denormals_of(options_.denormals));
  const auto step = static_cast<std::uint64_t>(step_);
  task_.fill_training(batch_, options_.batch, seed_, step);
  const Index scored = count_scored(batch_, shape_, 0, batch_.samples);
  const double weight = scored == 0 ? 0 : 1.0 / static_cast<double>(scored * terms_per_row(shape_));
  shards_.model().begin_step(step);
  const Score score =
      shards_.forward_backward(batch_, {.training = true, .seed = seed_, .step = step}, static_cast<real>(weight));
  StepReport report;
  report.step = step_ + 1;
  report.metrics = metrics_of(score);
  report.learning_rate = schedule_->rate(base_rate_, step_, steps_);
  report.gradient_norm = shards_.gather();
  if (!std::isfinite(report.metrics.loss) || !std::isfinite(report.gradient_norm)) {
    report.fault = name_fault(report.metrics.loss, report.gradient_norm);
    return report;
  }
  const double scale = options_.clip > 0 ? std::min(1.0, options_.clip / (report.gradient_norm + 1e-6)) : 1.0;
  const auto trained = static_cast<std::size_t>(parameters().trainable_size());
  optimizer_->update(parameters().values().first(trained), shards_.gradients().first(trained), report.learning_rate,
                     static_cast<real>(scale), report.step);
  step_ = report.step;
  return report;
}

Metrics Trainer::evaluate(const std::string& split) {
  const Index rows = task_.size(split);
  Score total;
  Index piece = 0;
  for (Index first = 0; first < rows; first += options_.batch, ++piece) {
    task_.fill(evaluation_batch_, split, first, std::min(options_.batch, rows - first));
    // Where dropout is always on, its numbers belong to the piece, so every evaluation meets the same ones.
    total.add(shards_.forward(evaluation_batch_,
                              {.training = false, .seed = seed_, .step = static_cast<std::uint64_t>(piece)}));
  }
  return metrics_of(total);
}

Metrics Trainer::metrics_of(const Score& score) const {
  Metrics metrics;
  metrics.loss = score.mean_loss();
  if (shape_.loss == LossKind::cross_entropy) metrics.accuracy = score.accuracy();
  return metrics;
}

std::string Trainer::name_fault(double loss, double norm) {
  for (const auto& parameter : parameters().list()) {
    if (!parameter.trainable) continue;
    const auto gradient = shards_.gradients().subspan(static_cast<std::size_t>(parameter.offset),
                                                      static_cast<std::size_t>(parameter.size()));
    if (!std::ranges::all_of(gradient, [](real x) { return std::isfinite(x); }))
      return fmt::format("the gradient of {} is not finite (loss {})", parameter.name, loss);
  }
  if (!std::isfinite(loss)) return fmt::format("the loss is {}", loss);
  return fmt::format("the global gradient norm is {}", norm);
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
