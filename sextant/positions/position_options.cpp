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
  option("vector_norm", vector_norm, positive(),
         "Euclidean norm that every vector added to the embeddings is scaled to; auto: as the encoding gives it");
  option("randomise_to", randomise_to, at_least(1),
         "randomised positions: each batch numbers its tokens by a sorted random subset of 0..N-1, N this value; auto "
         "(or 0): 0, 1, 2, ...");
  option("drop_at_step", drop_at_step, at_least(1),
         "DroPE: the encoding is removed before this step and the model trained on without it; auto (or 0): never");
}

}  // namespace sextant::positions
