// The families, each through its own list.
#include "sextant/lab/catalogue.h"

#include "sextant/analysis/analysis.h"
#include "sextant/lab/configuration.h"

namespace sextant::lab::inline SEXTANT_PRECISION {
namespace {

/// `section` is where a configuration sets the family's options.
template <class Make>
CatalogueFamily list_family(const Family<Make>& family, const char* section) {
  CatalogueFamily result{family.noun(), {}};
  for (const auto& variant : family.variants()) {
    const auto own = variant.make_options();
    result.entries.push_back({variant.name, variant.sentence, describe_options(section, {own.get()})});
  }
  return result;
}

}  // namespace

std::vector<CatalogueFamily> make_catalogue() {
  return {list_family(tasks(), "task"),         list_family(positions(), "position"),
          list_family(initialisers(), "init"),  list_family(optimizers(), "optimizer"),
          list_family(schedules(), "schedule"), list_family(analyses(), "analysis")};
}

}  // namespace sextant::lab::inline SEXTANT_PRECISION
