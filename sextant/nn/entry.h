// Where the residual stream begins: embeddings, positions of the first block, their norm and dropout, row by row.
#pragma once

#include <optional>

#include "sextant/nn/embedding.h"
#include "sextant/nn/encodings.h"
#include "sextant/nn/flow.h"
#include "sextant/nn/norm.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

/// The rows that enter: what each is (embedding.h), its real values where inputs are values, and where it stands.
struct Entrants {
  std::span<const std::int32_t> ids;
  View<const real> values;
  RowPositions positions;
};

class Entry {
 public:
  Entry(Embedding& embedding, const Encodings& encodings, std::optional<Norm>& norm)
      : embedding_(embedding), encodings_(encodings), norm_(norm) {}

  /// x (rows, width); dropout and noise number the rows from the first of the flow's chunk.
  void forward(const Entrants& entrants, const Flow& flow, View<real> x);
  /// Of the last forward, with the same entrants; dx is changed on the way.
  void backward(const Entrants& entrants, const Flow& flow, View<real> dx);

  /// The token table or weight (embedding.h).
  Parameter& table() const { return *embedding_.table(); }
  bool normalises() const { return norm_.has_value(); }

 private:
  Embedding& embedding_;
  const Encodings& encodings_;
  std::optional<Norm>& norm_;
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
