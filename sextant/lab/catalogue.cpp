// The families, each through its own list.
#include "sextant/lab/catalogue.h"

#include "sextant/analysis/analysis.h"
#include "sextant/tasks/task.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

/// The sentence, and behind it the arrangements that the variant accepts.
std::string sentence_of(const VariantFacts& variant) {
  if (variant.accepts.empty()) return variant.sentence;
  const bool any = variant.accepts.size() == std::size(Arrangement::kinds);
  return fmt::format("{} ({})", variant.sentence,
                     any ? "any arrangement" : fmt::format("{}", fmt::join(variant.accepts, ", ")));
}

CatalogueFamily list_family(const Catalogue& family) {
  CatalogueFamily result{family.noun(), {}};
  for (const auto& variant : family.variants()) {
    const auto own = variant.make_options();
    result.entries.push_back({variant.name, sentence_of(variant), describe_options(variant.section, {own.get()})});
  }
  return result;
}

}  // namespace

std::vector<CatalogueFamily> make_catalogue() {
  const Engine& own = engine("float");
  return {list_family(task_family().catalogue()), list_family(own.positions()),
          list_family(own.initialisers()),        list_family(own.optimizers()),
          list_family(schedules().catalogue()),   list_family(analyses().catalogue())};
}

}  // namespace sextant::lab
