#include "sextant/lab/discover/discover.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/analyst.h"
#include "sextant/lab/discover/discover_stages.h"
#include "sextant/lab/discover/discovery_files.h"
#include "sextant/lab/discover/discovery_rows.h"
#include "sextant/lab/sweep_runner.h"
#include "sextant/math/statistics/unit_root.h"

namespace sextant::lab {
namespace {

constexpr Index most_tested = 200;    // variables, for a unit root
constexpr Index fewest_held_out = 4;  // samples: fewer cannot be shifted against each other

/// Most variables wander like random walks: no unit root is rejected in half of them or more.
bool wanders(const SeriesTable& series) {
  const Index step = std::max<Index>(1, series.count() / most_tested);
  Index tested = 0, rejected = 0;
  const Table& values = series.recordings.front().values;
  std::vector<double> column(static_cast<std::size_t>(values.rows));
  for (Index j = 0; j < values.columns; j += step) {
    for (Index i = 0; i < values.rows; ++i) column[static_cast<std::size_t>(i)] = values(i, j);
    ++tested;
    rejected += dickey_fuller(column) < unit_root_critical ? 1 : 0;
  }
  return 2 * rejected <= tested;
}

/// Says what was read; the number of variables, and whether their changes must be taken.
std::pair<Index, bool> look_at_series(const SeriesRequest& request, Events& events) {
  const SeriesTable series = read_series(request);
  Index rows = 0;
  for (const auto& recording : series.recordings) rows += recording.values.rows;
  events.on_finding({"data", fmt::format("{}: {} variables, {} rows in {} recording{}", request.data, series.count(),
                                         rows, series.recordings.size(), series.recordings.size() == 1 ? "" : "s")});
  for (const auto& note : series.notes) events.on_message({Message::Kind::note, note});
  const bool difference = wanders(series);
  if (difference)
    events.on_message(
        {Message::Kind::note,
         "most variables wander like random walks (augmented Dickey-Fuller test), which look related by "
         "chance: changes from one time point to the next are used (task.difference=false: as they are)"});
  return {series.count(), difference};
}

/// Refused before anything is trained: too few samples to be tested on, lags as long as a recording.
void require_samples(const Study& study, const Runner& runner, const std::string& data) {
  const auto rows = prepare_as_task(runner.resolve(study.base).at("task"));
  require(
      rows->test.rows >= fewest_held_out,
      "{}: {} time points are left for training and {} are held out; expected at least {} held out (a longer series, "
      "or a larger task.test_share)",
      data, rows->train.rows, rows->test.rows, fewest_held_out);
}

}  // namespace

void DiscoverOptions::visit(OptionVisitor& option) {
  option.path("data", data, "a file of series, or a folder with one file for each person");
  option.path("labels", labels, "module label of each variable, for comparison");
  option.path("coordinates", coordinates, "coordinates of each variable, for comparison");
  option("time", time, "time axis of the file: rows, columns or auto");
  option.path("distances", distances, "known distances between variables (a square matrix), for comparison");
  option.path("couplings", couplings,
              "known couplings (a square matrix; row i: what comes onto variable i), for comparison with --lags");
  option("lags", lags, between(1, 1000),
         "predict all variables from their values so many time points earlier, and report the direction of influences");
  option("fill", fill, "missing values: refuse, mean (of the variable) or drop (the variable)");
  option("drop_constant", drop_constant, "drop constant variables instead of refusing the file");
  option("quick", quick, "a first look: one sigma, two seeds, short training");
  option("controls", controls, "also train fixed random and sinusoidal positions");
  option("sigmas", sigmas, "standard deviations of learned positions at initialisation");
  option("seeds", seeds, "seeds per encoding");
  option("steps", steps, "of each run; 0: until the held-out error stops falling");
  option("shuffles", shuffles, "number of label and variable shuffles for p-values");
  option("shifts", shifts, "number of time-shifted surrogates for the test of structure");
  option("assignments", assignments, "key=value to change all runs");
  ManyRunsOptions::visit(option);
}

SeriesRequest DiscoverOptions::series() const {
  SeriesRequest request;
  request.data = data;
  request.labels = labels;
  request.coordinates = coordinates;
  request.time = time;
  request.fill = fill;
  request.drop_constant = drop_constant;
  return request;
}

void DiscoverOptions::apply_quick() {
  const DiscoverOptions usual;
  if (sigmas == usual.sigmas) sigmas = {usual.sigmas.front()};
  if (seeds == usual.seeds) seeds = 2;
  if (shuffles == usual.shuffles) shuffles = 199;
  if (shifts == usual.shifts) shifts = 99;
}

DiscoverResult discover(const DiscoverOptions& request, Events& events, std::stop_token stop) {
  const StopScope scope(stop);
  require(!request.data.empty(), "discover: give a file or a folder of series");
  DiscoverOptions options = request;
  if (options.quick) options.apply_quick();
  const auto runner = make_runner();
  const auto [variables, difference] = look_at_series(options.series(), events);
  options.difference = difference;
  DiscoverResult result;
  result.study = make_discovery_study(options, variables, 1);  // refused before anything is trained
  make_analyst_maker()->check(result.study.analyses);
  require_samples(result.study, *runner, options.data);
  result.directory = options.out.empty() ? "discovered/" + result.study.name : options.out;
  if (!train_all({options, *runner, events, stop, variables}, result)) return result;
  Evidence evidence = gather_evidence(result.study, *runner, {result.directory});
  if (!analyse_all(options, evidence, events, stop, result)) return result;
  try {
    result.discovery = conclude_discovery(options, result.study, result.length, evidence, *runner);
  } catch (const Stopped&) {
    result.stopped = true;
    return result;
  }
  write_discovery(result.directory, *result.discovery);
  return result;
}

}  // namespace sextant::lab
