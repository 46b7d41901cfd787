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

/// `section` is where a configuration sets the family's options.
CatalogueFamily list_family(const Catalogue& family, const char* section) {
  CatalogueFamily result{family.noun(), {}};
  for (const auto& variant : family.variants()) {
    const auto own = variant.make_options();
    result.entries.push_back({variant.name, sentence_of(variant), describe_options(section, {own.get()})});
  }
  return result;
}

}  // namespace

std::vector<CatalogueFamily> make_catalogue() {
  const Engine& own = engine("float");
  return {list_family(task_family().catalogue(), "task"),   list_family(own.positions(), "position"),
          list_family(own.initialisers(), "init"),          list_family(own.optimizers(), "optimizer"),
          list_family(schedules().catalogue(), "schedule"), list_family(analyses().catalogue(), "analysis")};
}

}  // namespace sextant::lab
