#include "sextant/positions/position_options.h"

namespace sextant::positions {

void PositionOptions::visit(OptionVisitor& option) {
  option("kind", kind, "the positional encoding; `sextant list positions` shows all");
  option.choice(
      "at", at, {"auto", "first", "every"},
      "apply at the first block or at every block; auto: first for additive embeddings, every for the others");
  option("shared", shared, "with at = every: share one encoding across blocks instead of one per block");
  option("sigma", sigma, at_least(0),
         "standard deviation of learned or random positions at initialisation; auto: as the initialiser sets it");
  option("arrangement", arrangement,
         "positions of the tokens: task, index, grid:4x4, coordinates:FILE, distances:FILE or graph:FILE");
}

}  // namespace sextant::positions
