// No allocation after the first step, for every encoding, every optimiser and many shapes of model; and ten
// thousand steps of a small model leave the resident memory where it was. Exit code 1 where that fails.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "counter.h"
#include "sextant/core/tree.h"
#include "sextant/lab/live_meter.h"
#include "sextant/lab/position_history.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/mixers/mixer.h"
#include "tests/support/model_test.h"
#include "tests/support/small_job.h"

using namespace sextant::test;

namespace {

/// Random content of a given shape, with another number of masked tokens in every step.
class RandomTask final : public Task {
 public:
  explicit RandomTask(TaskShape shape) : shape_(shape) {}
  TaskShape shape() const override { return shape_; }
  Index size(const std::string&) const override { return 0; }
  void fill(Batch&, const std::string&, Index, Index) override {}
  Arrangement true_positions() const override { return Arrangement::index(shape_.length); }

  /// Drawn before the steps that are counted.
  void prepare(Index samples, Index steps) {
    for (Index step = 0; step < steps; ++step)
      batches_.push_back(random_batch(shape_, samples, static_cast<std::uint64_t>(step)));
  }
  void fill_training(Batch& batch, Index, std::uint64_t, std::uint64_t step) override {
    batch = batches_[static_cast<std::size_t>(step)];
  }

 private:
  TaskShape shape_;
  std::vector<Batch> batches_;
};

int faults = 0;

/// Ten steps of which the last nine must allocate nothing.
template <class Trained>
void count_steps(const std::string& name, Trained& trainer) {
  trainer.make_step();
  allocations::start_counting();
  for (int step = 2; step <= 10; ++step) trainer.make_step();
  const auto count = allocations::stop_counting();
  if (count.operator_new > 0) ++faults;
  std::printf("%-6s  %-40s  operator new %ld, malloc %ld\n", count.operator_new > 0 ? "FAILED" : "held", name.c_str(),
              count.operator_new, count.malloc);
}

void count_job(const std::string& name, const Configuration& job) {
  Assembly assembly(job);
  assembly.session().initialise();
  count_steps(name, assembly.session());
}

void count_families() {
  for (const auto& variant : position_family().variants()) {
    Configuration job = make_small_job();
    job.position = position_options(variant.name, 4, job.model.width);
    job.train.threads = 2;
    count_job("positions " + variant.name, job);
  }
  for (const auto& variant : optimizers().variants()) {
    Configuration job = make_small_job();
    job.optimizer.kind = variant.name;
    job.optimizer.own = variant.make_options();
    job.train.clip = 0.1;
    count_job("optimizers " + variant.name, job);
  }
}

void count_shape(const std::string& name, const TaskShape& shape, const Configuration& job,
                 const Arrangement& arrangement) {
  RandomTask task(shape);
  task.prepare(job.train.batch, 10);
  Trainer trainer(task, {job.model, job.position, arrangement, job.init, job.optimizer, job.schedule, job.train});
  const auto initialiser = initialisers().find(job.init.kind).make(*job.init.own, job.model.depth);
  sextant::init::initialise(trainer.parameters(), *initialiser, {}, 1);
  count_steps(name, trainer);
}

void count_shape(const std::string& name, const TaskShape& shape, const Configuration& job) {
  count_shape(name, shape, job, Arrangement::index(shape.length));
}

void count_shapes() {
  Configuration job = make_small_job();
  job.model.width = 64;
  job.model.dropout_attention = job.model.dropout_position = job.model.dropout_residual = 0.1;
  count_job("dropout everywhere", job);
  for (const InputKind input : {InputKind::tokens, InputKind::one_hot, InputKind::values})
    for (const ReadoutPlace place :
         {ReadoutPlace::last, ReadoutPlace::masked, ReadoutPlace::every, ReadoutPlace::pooled, ReadoutPlace::cls})
      for (const auto& [norm_place, savings] :
           std::vector<std::pair<std::string, bool>>{{"post", true}, {"post", false}, {"pre", true}}) {
        const LossKind loss = input == InputKind::values ? LossKind::squared_error : LossKind::cross_entropy;
        // Symbols enough that every batch meets another number of (token, position) pairs.
        Configuration own = make_small_job();
        own.model.cls = place == ReadoutPlace::cls;
        own.model.mask_vector = true;
        own.model.norm_place = norm_place;
        own.model.second_activation = norm_place == "post";
        own.train.savings = savings;
        count_shape(fmt::format("{} read at {}, {}-norm{}", name_of(input), name_of(place), norm_place,
                                savings ? "" : ", no savings"),
                    {9, input, 40, place, 3, loss}, own);
      }
  // One head and one value per token: the scores of the first block come from a table.
  for (const Index depth : {1, 3}) {
    Configuration affine = make_small_job();
    affine.model.heads = 1;
    affine.model.depth = depth;
    const TaskShape shape{9, InputKind::values, 1, ReadoutPlace::masked, 1, LossKind::squared_error};
    count_shape(fmt::format("affine rows, {} blocks", depth), shape, affine);
  }
  // Samples enough that a causal model has a stem, of another number of first tokens in every batch.
  Configuration causal = make_small_job();
  causal.model.causal = true;
  causal.train.batch = 128;
  count_shape("causal", {.length = 9, .input = InputKind::tokens, .features = 40, .outputs = 3}, causal);
}

/// Every mixer with every feed-forward network, lengths equal and ragged, few rows read and all.
void count_mixers() {
  for (const auto& mixer : mixers().variants())
    for (const auto& feed_forward : feed_forwards().variants())
      for (const ReadoutPlace place : {ReadoutPlace::last, ReadoutPlace::masked, ReadoutPlace::pooled})
        for (const bool ragged : {false, true}) {
          Configuration job = make_small_job();
          job.model.mixer = mixer.name;
          job.model.feed_forward_kind = feed_forward.name;
          TaskShape shape{9, InputKind::tokens, 40, place, 3, LossKind::cross_entropy};
          shape.ragged = ragged;
          const std::string name = fmt::format("{} and {} read at {}{}", mixer.name, feed_forward.name, name_of(place),
                                               ragged ? ", ragged" : "");
          try {
            count_shape(name, shape, job);
          } catch (const Error& refusal) {  // token_mixing has one length
            if (!ragged) throw;
          }
        }
}

/// Fewer heads of keys, latents, edges of a graph and windows: lengths equal and ragged.
void count_attention() {
  for (const bool ragged : {false, true}) {
    TaskShape shape{9, InputKind::tokens, 40, ReadoutPlace::pooled, 3, LossKind::cross_entropy};
    shape.ragged = ragged;
    Configuration job = make_small_job();
    job.model.heads = 2;
    job.model.key_value_heads = 1;
    count_shape(fmt::format("shared keys{}", ragged ? ", ragged" : ""), shape, job);
    job.model.latents = 3;
    job.model.norm_place = "pre";
    count_shape(fmt::format("latents{}", ragged ? ", ragged" : ""), shape, job);
    for (const bool window : {false, true}) {
      Configuration masked = make_small_job();
      masked.model.neighbours = !window;
      if (window) masked.model.window = 3;
      count_shape(fmt::format("{}{}", window ? "window" : "neighbours", ragged ? ", ragged" : ""), shape, masked,
                  Arrangement::grid({3, 3}));
    }
  }
}

/// Between two frames the history of positions only looks at the step.
void count_history() {
  Assembly assembly(make_small_job());
  assembly.session().initialise();
  PositionHistory history(assembly.session().model());
  for (const Index step : {0, 1, 2, 3, 4, 6, 8}) history.observe(step);
  allocations::start_counting();
  for (const Index step : {9, 10}) history.observe(step);
  const auto count = allocations::stop_counting();
  if (count.operator_new > 0) ++faults;
  std::printf("%-6s  history of positions: operator new %ld\n", count.operator_new > 0 ? "FAILED" : "held",
              count.operator_new);
}

/// Between two readings the meter only looks at the step, and a reading does not disturb the steps after it.
void count_meter() {
  Assembly assembly(make_small_job());
  assembly.session().initialise();
  LiveMeter meter(assembly);
  Session& trainer = assembly.session();
  trainer.make_step();
  meter.read(1);
  allocations::start_counting();
  for (int step = 2; step <= 10; ++step) {
    trainer.make_step();
    if (meter.is_due(trainer.step())) meter.read(trainer.step());  // none is: so short a run has only two
  }
  const auto count = allocations::stop_counting();
  if (count.operator_new > 0) ++faults;
  std::printf("%-6s  meter: operator new %ld\n", count.operator_new > 0 ? "FAILED" : "held", count.operator_new);
}

/// Kilobytes of memory that the program really has.
long resident_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmRSS:") {
      long kilobytes = 0;
      status >> kilobytes;
      return kilobytes;
    }
  return 0;
}

void watch_memory() {
  Configuration job = make_small_job();
  job.train.batch = 4;
  job.train.steps = 10'000;
  Assembly assembly(job);
  assembly.session().initialise();
  for (int step = 0; step < 500; ++step) assembly.session().make_step();
  const long before = resident_memory();
  for (int step = 500; step < 10'000; ++step) assembly.session().make_step();
  const long growth = resident_memory() - before;
  const bool held = before > 0 && growth < 256;
  if (!held) ++faults;
  std::printf("%-6s  10000 steps: resident memory grew by %ld kB of %ld\n", held ? "held" : "FAILED", growth, before);
}

}  // namespace

int main() {
  try {
    count_families();
    count_shapes();
    count_mixers();
    count_attention();
    count_history();
    count_meter();
    watch_memory();
  } catch (const std::exception& error) {
    std::printf("FAILED  %s\n", error.what());
    return 1;
  }
  return faults == 0 ? 0 : 1;
}
