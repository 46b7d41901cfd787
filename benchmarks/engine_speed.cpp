// Training speed of one case on one core: samples per second, and the arithmetic done per second beside the
// peak, sampled in turns with the steps. Prints one line of JSON.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ctime>

#include "cases.h"
#include "peak.h"
#include "sextant/core/memory.h"
#include "sextant/init/initialiser.h"
#include "sextant/math/product.h"

int main(int count, char** arguments) try {
  using namespace sextant::test;
  using Clock = std::chrono::steady_clock;
  keep_freed_memory();
  CLI::App program("Training speed of one case on one core");
  std::string name;
  double seconds = 5;
  bool no_savings = false;
  Index shards = 0;
  Index chunk_rows = 0;
  program.add_option("case", name, fmt::format("{}", fmt::join(speed_case_names(), ", ")))->required();
  program.add_option("--seconds", seconds, "how long to train");
  program.add_flag("--no-savings", no_savings, "compute every row, as PyTorch does");
  program.add_option("--shards", shards, "gradient shards; 0: as the case has it");
  program.add_option("--chunk-rows", chunk_rows, "rows of activations worked on at a time; 0: the default");
  CLI11_PARSE(program, count, arguments);

  SpeedCase chosen = speed_case(name);
  chosen.parts.train.savings = !no_savings;
  if (shards > 0) chosen.parts.train.gradient_shards = shards;
  if (chunk_rows > 0) chosen.parts.train.chunk_rows = chunk_rows;
  const double outside_products = operations_outside_products(chosen);
  const auto task = make_prepared_task(chosen.shape, chosen.parts.train.batch);
  Trainer trainer(*task, chosen.parts);
  const auto& law = initialisers().find("pytorch");
  sextant::init::initialise(trainer.parameters(), *law.make(*law.make_options(), chosen.parts.model.depth), 0.1, 1);

  trainer.make_step();  // lays out the memory
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  PeakSample peak;
  double passed = 0;
  double worked = 0;  // seconds of processor time
  double operations = 0;
  double loss = 0;
  Index steps = 0;
  do {
    // a share of the time, so that steps of seconds are judged by many samples too
    while (peak.seconds <= 0.05 * passed) {
      const PeakSample sample = sample_peak();
      peak.operations += sample.operations;
      peak.seconds += sample.seconds;
    }
    const std::uint64_t operations_before = product_operations();
    const std::clock_t start_of_work = std::clock();
    const auto start = Clock::now();
    const StepReport report = trainer.make_step();
    passed += seconds_since(start);
    worked += static_cast<double>(std::clock() - start_of_work) / CLOCKS_PER_SEC;
    operations += static_cast<double>(product_operations() - operations_before) + outside_products;
    require(report.fault.empty(), "{}", report.fault);
    loss = report.metrics.loss;
    ++steps;
  } while (passed < seconds);
  const double peak_rate = peak.operations / peak.seconds;
  fmt::print(
      "{{\"case\": \"{}\", \"savings\": {}, \"samples_per_second\": {:.2f}, "
      "\"samples_per_processor_second\": {:.2f}, \"steps\": {}, \"seconds\": {:.3f}, "
      "\"operations_per_second\": {:.4e}, \"peak_operations_per_second\": {:.4e}, \"share_of_peak\": {:.4f}, "
      "\"loss\": {:.6f}}}\n",
      name, !no_savings, static_cast<double>(steps * chosen.parts.train.batch) / passed,
      static_cast<double>(steps * chosen.parts.train.batch) / worked, steps, passed, operations / passed, peak_rate,
      operations / passed / peak_rate, loss);
} catch (const std::exception& error) {
  fmt::print(stderr, "engine_speed: {}\n", error.what());
  return 2;
}
