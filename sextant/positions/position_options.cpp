#include "sextant/positions/position_options.h"

namespace sextant::positions {

void PositionOptions::visit(OptionVisitor& option) {
  option("kind", kind, "which encoding: `sextant list positions` shows all");
  option.choice(
      "at", at, {"auto", "first", "every"},
      "at the first block or at every block; auto: first for encodings that add vectors, every for the others");
  option("shared", shared, "at every block: one encoding for all blocks instead of one for each");
  option("sigma", sigma, at_least(0),
         "standard deviation that trained or random positions start with; auto: the initialiser's law");
  option("arrangement", arrangement,
         "where tokens stand: task, index, grid:4x4, coordinates:FILE, distances:FILE or graph:FILE");
}

}  // namespace sextant::positions
