// What a model attends to on given samples, layer by layer and head by head.
#pragma once

#include "sextant/nn/model.h"

namespace sextant::analysis {

struct AttentionMap {
  Index layer = 0;
  Index head = 0;
  Table weights;       // (queries, keys), each row sums to 1
  double entropy = 0;  // of a row, mean over rows and samples, in nats
};

/// Mean over samples [first, first + count) of the batch; the layers in order, the heads of a layer in order.
std::vector<AttentionMap> mean_attention(Model& model, const Batch& batch, Index first, Index count);

/// One label per token of a sample, as the model sees it: the symbol, "mask" or "-" (blank), where values come in the
/// token's number; "CLS" in front where there is one.
std::vector<std::string> token_labels(const Model& model, const Batch& batch, Index sample);
/// The same for places instead of symbols: "0", "1", ...
std::vector<std::string> place_labels(const Model& model);

/// Beyond this nobody can read a map.
constexpr Index most_readable_tokens = 128;

/// Why no map of attention can be drawn, or "".
std::string refuse_attention(const Model& model, const Batch& held_out);
/// Why not, where some block has another mixer; empty: all have attention.
std::string refuse_other_mixers(const Model& model);

}  // namespace sextant::analysis
