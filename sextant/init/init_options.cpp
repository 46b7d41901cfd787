#include "sextant/init/init_options.h"

namespace sextant::init {

void InitOptions::visit(OptionVisitor& option) {
  option("kind", kind, "the initialiser; `sextant list initialisers` shows all");
}

}  // namespace sextant::init
