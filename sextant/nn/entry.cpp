#include "sextant/nn/entry.h"

#include "sextant/math/dropout.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

void Entry::forward(const Entrants& entrants, const Flow& flow, View<real> x) {
  embedding_.forward(entrants.ids, entrants.values, x);
  tell(flow.taps, "token_embeddings", x);
  if (encodings_.adds(0)) encodings_.at(0)->add_to_embeddings(x, entrants.positions);
  if (norm_) norm_->forward(x, nullptr, {}, {}, x);
  const double rate = flow.model.dropout_position;
  if (flow.drops(rate)) drop(x, rate, flow.random(0, Site::position), flow.chunk.first_row());
  if (flow.pass.noise > 0) flow.disturb(0, x);
  tell(flow.taps, "embeddings", x);
}

void Entry::backward(const Entrants& entrants, const Flow& flow, View<real> dx) {
  const double rate = flow.model.dropout_position;
  if (flow.drops(rate)) drop(dx, rate, flow.random(0, Site::position), flow.chunk.first_row());
  if (norm_) norm_->backward(dx, dx, Write::replace);
  if (encodings_.adds(0)) encodings_.at(0)->embeddings_backward(dx, entrants.positions);
  embedding_.backward(entrants.ids, entrants.values, dx);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
