// The laboratory as a library: each function takes options, a sink of events and a stop token, and returns what it
// found; none of them prints. Usage: laboratory DIRECTORY
#include <cmath>
#include <cstdio>

#include "sextant/core/files.h"
#include "sextant/lab/discover/discover.h"
#include "sextant/lab/stress/stress.h"
#include "sextant/lab/sweep/sweep.h"
#include "sextant/lab/sweep/sweep_results.h"

using namespace sextant;

struct Listener final : core::Events {  // hears what it wants to hear
  void on_run(const core::RunEvent& event) override { finished += event.kind == core::RunEvent::Kind::finished; }
  int finished = 0;
};

int main(int, char** arguments) try {
  const std::string directory = arguments[1];
  Listener listener;
  lab::SweepOptions sweep;
  sweep.assignments = {"train.steps=300", "model.width=16", "position.kind=none,learned", "seed=1:2"};
  sweep.out = directory + "/sweep";
  const lab::SweepResult runs = lab::sweep(sweep, listener);
  std::printf("sweep    %ld runs done, %d heard of\n", runs.done, listener.finished);
  lab::ResultsOptions results;
  results.sweep = sweep.out;
  results.metrics = {"final.test.accuracy"};
  for (const auto& group : lab::read_sweep_results(results, listener).groups)
    std::printf("results  %-10s accuracy %.3f\n", group.settings[0].dump().c_str(), group.metrics[0].mean);

  std::string ring, series;
  for (int i = 0; i < 24; ++i)
    ring += std::to_string(std::cos(i * 0.2618)) + "," + std::to_string(std::sin(i * 0.2618)) + "\n";
  core::write_file_atomically(directory + "/ring.csv", ring);
  lab::StressOptions stress;
  stress.coordinates = directory + "/ring.csv";
  stress.encodings = {"sinusoidal", "mds:2"};
  for (const auto& row : lab::measure_stress(stress, listener).rows)
    if (!row.reference) std::printf("stress   %-10s shape %.3f\n", row.name.c_str(), row.stress.shape);
  for (int t = 0; t < 400; ++t)  // two modules of four variables, each with a rhythm of its own
    for (int i = 0; i < 8; ++i)
      series += std::to_string(std::sin(i < 4 ? 0.9 * t : 1.7 * t * t) + 0.3 * std::sin(37.0 * t * (i + 1))) +
                (i < 7 ? "," : "\n");
  core::write_file_atomically(directory + "/series.csv", series);
  lab::DiscoverOptions discover;
  discover.data = directory + "/series.csv";
  discover.sigmas = {0.2};
  discover.seeds = 2;
  discover.steps = 1500;
  discover.out = directory + "/discovered";
  const lab::DiscoverResult found = lab::discover(discover, listener);
  std::printf("discover structure %s, p = %.3f\n", found.discovery->structure.found() ? "yes" : "no",
              found.discovery->structure.p);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
