// What the lazy/rich meter costs: a reading in training steps, and the share of a whole run that its readings take.
// Steps and readings are timed in turns by the processor's clock (what others take away does not count); medians.
// Prints one line of JSON.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>

#include "cases.h"
#include "sextant/core/memory.h"
#include "sextant/init/initialiser.h"
#include "sextant/lab/live_meter.h"
#include "sextant/train/richness_meter.h"

namespace {

using namespace sextant::test;

double processor_seconds() {
  struct timespec now {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double seconds_of(const Work& work) {
  const double start = processor_seconds();
  work();
  return processor_seconds() - start;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) try {
  keep_freed_memory();
  CLI::App program("What the lazy/rich meter costs");
  std::string name;
  Index run_steps = 12'800, rounds = 9, width = 0, feed_forward = 0, batch = 0;
  program.add_option("case", name, "latin, anchors2, anchors5, fmri or small")->required();
  program.add_option("--steps", run_steps, "steps of the run whose readings are counted");
  program.add_option("--rounds", rounds, "how often a reading is timed");
  program.add_option("--width", width, "another width than the case's");
  program.add_option("--feed-forward", feed_forward, "another feed-forward width");
  program.add_option("--batch", batch, "another batch size");
  CLI11_PARSE(program, count, arguments);

  SpeedCase chosen = speed_case(name);
  if (width > 0) chosen.parts.model.width = width;
  if (feed_forward > 0) chosen.parts.model.feed_forward = feed_forward;
  if (batch > 0) chosen.parts.train.batch = batch;
  const auto task = make_prepared_task(chosen.shape, chosen.parts.train.batch);
  Trainer trainer(*task, chosen.parts);
  const auto& law = initialisers().find("pytorch");
  sextant::init::initialise(trainer.parameters(), *law.make(*law.make_options(), chosen.parts.model.depth), 0.1, 1);
  Batch probes;
  task->fill_training(probes, chosen.parts.train.meter_probes, 0, 0);
  probes.samples = chosen.parts.train.meter_probes;
  RichnessMeter meter(trainer.model(), probes, 1);

  trainer.make_step();  // lays out the memory
  std::vector<double> steps, readings;
  for (Index round = 0; round < rounds; ++round) {
    for (int step = 0; step < 8; ++step) steps.push_back(seconds_of([&] { trainer.make_step(); }));
    readings.push_back(seconds_of([&] { meter.read(); }));
  }
  const double cost = median(readings) / median(steps);
  const double of_a_pass = cost * static_cast<double>(chosen.parts.train.batch) / static_cast<double>(meter.passes());
  const auto due = plan_readings(run_steps, reading_cost(meter.passes(), chosen.parts.train.batch));
  fmt::print(
      "{{\"case\": \"{}\", \"weights\": {}, \"batch\": {}, \"step_seconds\": {:.6f}, \"reading_seconds\": {:.6f}, "
      "\"passes\": {}, \"reading_in_steps\": {:.2f}, \"pass_in_samples\": {:.2f}, \"steps\": {}, \"readings\": {}, "
      "\"share_of_run\": {:.4f}}}\n",
      name, trainer.parameters().size(), chosen.parts.train.batch, median(steps), median(readings), meter.passes(),
      cost, of_a_pass, run_steps, due.size(), cost * static_cast<double>(due.size()) / static_cast<double>(run_steps));
} catch (const std::exception& error) {
  fmt::print(stderr, "meter_cost: {}\n", error.what());
  return 2;
}
