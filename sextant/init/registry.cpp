// The list of initialisers, expanded.
#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {

#define SEXTANT_INITIALISER(name, sentence)                     \
  std::unique_ptr<Options> make_##name##_initialiser_options(); \
  std::unique_ptr<Initialiser> make_##name##_initialiser(const Options&, Index);
#include "sextant/init/initialisers.def"
#undef SEXTANT_INITIALISER

const Family<MakeInitialiser>& initialisers() {
  static const Family<MakeInitialiser> family("initialisers", {
#define SEXTANT_INITIALISER(name, sentence) \
  {#name, sentence, make_##name##_initialiser_options, make_##name##_initialiser},
#include "sextant/init/initialisers.def"
#undef SEXTANT_INITIALISER
                                                              });
  return family;
}

}  // namespace sextant::init::inline SEXTANT_PRECISION
