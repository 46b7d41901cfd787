#include "sextant/cli/discover_text.h"

#include <map>

#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_files.h"
#include "sextant/math/statistics/moments.h"
#include "sextant/results/text_table.h"

namespace sextant::cli {
namespace {

std::string describe_structure(const StructureTest& test) {
  const std::string numbers = fmt::format("held-out error {:.4f}, time-shifted surrogates {:.4f}, p = {:.3g}",
                                          test.error, test.shifted, test.p);
  if (test.found()) return fmt::format("structure  yes: {}\n", numbers);
  return fmt::format(
      "structure  none found: {}\n"
      "           The variables do not predict each other: the positions and map below reflect noise.\n",
      numbers);
}

std::string describe_modules(const Discovery& all) {
  std::map<std::string, Index> sizes;
  for (const auto& name : name_modules(all)) ++sizes[name];
  std::string list;
  for (const auto& [name, size] : sizes) list += fmt::format("{}{}", list.empty() ? "" : ", ", size);
  if (sizes.size() < 2) return "modules    one: the positions do not cluster\n";
  return fmt::format(
      "modules    {} of {} variables, mean confidence {:.2f}\n"
      "           held-out correlation {:.2f} within and {:.2f} between modules, p = {:.3g}\n",
      sizes.size(), list, mean(all.modules.consensus.sureness), all.held_out.within, all.held_out.between,
      all.held_out.p);
}

std::string describe_errors(const Discovery& all) {
  TextTable table({"predictor", "held-out error", "SD over seeds"});
  table.add({"mean of each variable", short_number(all.errors.mean_guess), ""});
  table.add({"ridge regression", short_number(all.errors.ridge), ""});
  for (const auto& one : all.errors.cases) {
    if (one.errors.empty()) continue;
    table.add({one.name, short_number(one.mean()),
               one.errors.size() < 2 ? "" : fmt::format("+- {}", short_number(standard_deviation(one.errors)))});
  }
  return table.text();
}

std::string describe_labels(const Discovery& all) {
  TextTable table({"agreement with labels", "value", "shuffled", "p"});
  for (const auto& [name, result] : all.measures)
    table.add({name, short_number(result.value), short_number(result.shuffled), short_number(result.p)});
  return table.text();
}

}  // namespace

std::string describe_discovery(const Discovery& all) {
  std::string text = describe_structure(all.structure);
  if (all.structure.found()) text += describe_modules(all);
  text += fmt::format("seeds      Procrustes similarity {:.2f}, with shuffled variables {:.2f}, p = {:.3g}\n",
                      all.stability.similarity, all.stability.shuffled, all.stability.p);
  text += fmt::format("rsa        positions vs. training correlations: {:.2f}, p = {:.3g}\n",
                      all.connectivity.correlation, all.connectivity.p);
  if (all.places)
    text += fmt::format("coords     positions vs. coordinates: {:.2f}, p = {:.3g}\n", all.places->correlation,
                        all.places->p);
  text += fmt::format("sigma      {} predicts best\n", *all.errors.best().sigma);
  text += describe_errors(all);
  if (!all.measures.empty()) text += describe_labels(all);
  return text;
}

}  // namespace sextant::cli
