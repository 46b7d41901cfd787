// The list of initialisers, expanded.
#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {

const Family<MakeInitialiser>& initialisers() {
  static const Family<MakeInitialiser> family = [] {
    Family<MakeInitialiser> list("initialisers", "init");
#define SEXTANT_INITIALISER(...) SEXTANT_ADD_VARIANT(list, MakeInitialiser, __VA_ARGS__)
#include "sextant/init/initialisers.def"
    return list;
  }();
  return family;
}

}  // namespace sextant::init::inline SEXTANT_PRECISION
