#include "sextant/lab/discover/discovery_study.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::lab {
namespace {

constexpr double peak_rate = 3e-3, rate_range = 25;  // the schedule ends at their quotient
constexpr Index shortest = 2000, longest = 16'000;   // steps
// Of one run, in variables times steps: some minutes for all runs of 100 variables, half an hour for 360, on two cores;
// a minute with `quick`. Shorter runs see nothing in a lattice of 64 variables.
constexpr double most_work = 5.5e6, quick_work = 1.2e6;

/// A file's or folder's name without its endings, as a part of other names.
std::string stem_of(const std::string& data) {
  std::filesystem::path path(split_array_path(data).first);
  if (!path.has_filename()) path = path.parent_path();
  std::string stem = path.filename().string();
  stem = stem.substr(0, stem.find('.', 1));
  for (char& letter : stem)
    if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '-') letter = '_';
  return stem.empty() ? "series" : stem;
}

void check(const DiscoverOptions& options, Index variables) {
  require(!options.sigmas.empty(), "--sigmas: expected at least one");
  for (const double sigma : options.sigmas) require(sigma > 0, "--sigmas: expected numbers above 0, not {}", sigma);
  require(options.seeds >= 2, "--seeds {}: expected 2 or more; one seed gives no confidence", options.seeds);
  require(options.steps >= 0, "--steps {}: expected 1 or more", options.steps);
  require(options.fill == "refuse" || options.fill == "mean" || options.fill == "drop",
          "--fill {}: expected mean, drop or refuse", options.fill);
  require(options.shuffles >= 19 && options.shuffles <= 100'000, "--shuffles {}: expected 19 to 100000",
          options.shuffles);
  require(options.shifts >= 99 && options.shifts <= 100'000,
          "--shifts {}: expected 99 to 100000; fewer cannot give p <= 0.01", options.shifts);
  require(options.couplings.empty() || !options.lags.empty(),
          "--couplings {}: they have a direction, which only --lags can tell; give --lags 1", options.couplings);
  require(variables >= 4, "{}: {} variables; a map needs 4 or more", options.data, variables);
}

Tree make_base(const DiscoverOptions& options, Index steps) {
  const SeriesRequest series = options.series();
  Tree base;
  base["task"] = {{"kind", "series"},
                  {"file", series.data},
                  {"labels", series.labels},
                  {"coordinates", series.coordinates},
                  {"time", series.time},
                  {"fill", series.fill},
                  {"drop_constant", series.drop_constant},
                  {"difference", options.difference},
                  {"lags", options.lags},
                  {"mask", 50},
                  {"test_masks", Tree::array()}};
  base["model"] = {{"width", 64},         {"depth", 2},         {"heads", 4},
                   {"norm_place", "pre"}, {"final_norm", true}, {"mask_vector", true}};
  base["position"] = {{"at", "first"}};
  base["optimizer"] = {{"kind", "adam"}, {"learning_rate", peak_rate / rate_range}};
  base["schedule"] = {{"kind", "warmup_cosine"}, {"multiplier", rate_range}, {"warmup", steps / 20}};
  base["train"] = {
      {"steps", steps}, {"batch", 8}, {"record_every", 50}, {"evaluate_every", 0}, {"checkpoint_every", 1000}};
  for (const auto& assignment : options.assignments) apply_override(base, assignment);
  return base;
}

}  // namespace

std::vector<Index> lengths_to_try(Index variables, bool quick) {
  const auto n = static_cast<double>(variables);
  const double work = n * (1 + n / 400);  // of a step, as it grows: tokens, and attention between them
  std::vector<Index> lengths{shortest};
  while (lengths.back() < longest && static_cast<double>(2 * lengths.back()) * work <= (quick ? quick_work : most_work))
    lengths.push_back(2 * lengths.back());
  if (quick) lengths = {lengths.back()};
  return lengths;
}

std::string name_of_sigma(double sigma) { return fmt::format("learned {}", sigma); }

bool is_learned(const Case& one) { return one.setting("position.kind") == "learned"; }

Study make_discovery_study(const DiscoverOptions& options, Index variables, Index steps) {
  check(options, variables);
  Study study;
  study.name = stem_of(options.data);
  study.scale = "discover";
  study.title = "The arrangement of " + study.name;
  study.base = make_base(options, steps);
  for (const double sigma : options.sigmas)
    study.cases.push_back({name_of_sigma(sigma), {{"position.kind", "learned"}, {"position.sigma", sigma}}});
  if (options.controls) {
    study.cases.push_back({"random, fixed", {{"position.kind", "random"}}});
    study.cases.push_back({"sinusoidal, fixed", {{"position.kind", "sinusoidal"}, {"position.arrangement", "index"}}});
  }
  study.seeds.key = "seed";
  for (Index seed = 1; seed <= options.seeds; ++seed) study.seeds.values.push_back(seed);
  const bool lagged = !options.lags.empty();
  study.analyses.push_back(
      {"independence",
       {{"draws", options.shifts}, {"rows", options.quick ? 96 : 128}, {"variables", lagged ? variables : 0}}});
  study.analyses.push_back({"linear_prediction"});
  if (lagged) study.analyses.push_back({"influence", {{"variables", variables}}});
  return study;
}

Study make_trial(Study study) {
  study.cases.resize(1);
  study.seeds.values.resize(1);
  return study;
}

}  // namespace sextant::lab
