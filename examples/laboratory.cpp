// The laboratory as a library: a sweep and its results, the stress of encodings against distances of your own, and the
// arrangement of variables that a program does not know. Each function takes options, a sink of events and a stop
// token, and returns what it found; nothing below prints. Usage: laboratory DIRECTORY
#include <cmath>
#include <cstdio>
#include <fstream>

#include "sextant/lab/discover/discover.h"
#include "sextant/lab/stress/stress.h"
#include "sextant/lab/sweep/sweep.h"
#include "sextant/lab/sweep/sweep_results.h"

using namespace sextant;

/// Hears what it wants to hear.
class Listener final : public core::Events {
  void on_run(const core::RunEvent& event) override { finished += event.kind == core::RunEvent::Kind::finished; }

 public:
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

  std::ofstream ring(directory + "/ring.csv"), series(directory + "/series.csv");
  for (int i = 0; i < 24; ++i) ring << std::cos(i * 0.2618) << ',' << std::sin(i * 0.2618) << '\n';
  ring.close();
  lab::StressOptions stress;
  stress.coordinates = directory + "/ring.csv";
  stress.encodings = {"sinusoidal", "mds:2"};
  for (const auto& row : lab::measure_stress(stress, listener).rows)
    if (!row.reference) std::printf("stress   %-10s shape %.3f\n", row.name.c_str(), row.stress.shape);

  for (int t = 0; t < 400; ++t)  // two modules of four variables, each with a rhythm of its own
    for (int i = 0; i < 8; ++i)
      series << std::sin(i < 4 ? 0.9 * t : 1.7 * t * t) + 0.3 * std::sin(37.0 * t * (i + 1)) << (i < 7 ? ',' : '\n');
  series.close();
  lab::DiscoverOptions discover;
  discover.data = directory + "/series.csv";
  discover.time = "rows";
  discover.sigmas = {0.2};
  discover.seeds = 2;
  discover.steps = 200;
  discover.out = directory + "/discovered";
  const lab::DiscoverResult found = lab::discover(discover, listener);
  std::printf("discover structure %s, p = %.3f\n", found.discovery->structure.found() ? "yes" : "no",
              found.discovery->structure.p);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
