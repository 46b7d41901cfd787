#include "sextant/lab/discover/discovery_study.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::lab {
namespace {

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
  require(options.shuffles >= 19 && options.shuffles <= 100'000, "--shuffles {}: expected 19 to 100000",
          options.shuffles);
  require(options.shifts >= 99 && options.shifts <= 100'000,
          "--shifts {}: expected 99 to 100000; fewer cannot give p <= 0.01", options.shifts);
  require(variables >= 4, "{}: {} variables; a map needs 4 or more", options.data, variables);
}

Tree make_base(const DiscoverOptions& options, Index variables) {
  const SeriesRequest series = options.series();
  Tree base;
  base["task"] = {
      {"kind", "series"},    {"file", series.data}, {"labels", series.labels},    {"coordinates", series.coordinates},
      {"time", series.time}, {"mask", 50},          {"test_masks", Tree::array()}};
  base["model"] = {{"width", 32}, {"depth", 1}, {"heads", 1}, {"mask_vector", true}};
  base["position"] = {{"at", "first"}};
  base["optimizer"] = {{"kind", "adam"}, {"learning_rate", 5e-3}};
  base["train"] = {{"steps", options.steps > 0 ? options.steps : choose_steps(variables)},
                   {"batch", 32},
                   {"record_every", 50},
                   {"evaluate_every", 0}};
  for (const auto& assignment : options.assignments) apply_override(base, assignment);
  return base;
}

}  // namespace

Index choose_steps(Index variables) { return std::clamp<Index>(20 * variables, 1000, 3000); }

std::string name_of_sigma(double sigma) { return fmt::format("learned {}", sigma); }

bool is_learned(const Case& one) { return one.setting("position.kind") == "learned"; }

Study make_discovery_study(const DiscoverOptions& options, Index variables) {
  check(options, variables);
  Study study;
  study.name = stem_of(options.data);
  study.scale = "discover";
  study.title = "The arrangement of " + study.name;
  study.base = make_base(options, variables);
  for (const double sigma : options.sigmas)
    study.cases.push_back({name_of_sigma(sigma), {{"position.kind", "learned"}, {"position.sigma", sigma}}});
  study.cases.push_back({"random, fixed", {{"position.kind", "random"}}});
  study.cases.push_back({"sinusoidal, fixed", {{"position.kind", "sinusoidal"}, {"position.arrangement", "index"}}});
  study.seeds.key = "seed";
  for (Index seed = 1; seed <= options.seeds; ++seed) study.seeds.values.push_back(seed);
  study.analyses.push_back({"independence", {{"draws", options.shifts}}});
  study.analyses.push_back({"linear_prediction"});
  return study;
}

}  // namespace sextant::lab
