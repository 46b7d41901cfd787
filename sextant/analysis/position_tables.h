// The position vectors or distances of a model, encoding by encoding, and where the tokens really stand in the plane.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/tree.h"
#include "sextant/data/arrangement.h"
#include "sextant/nn/model.h"

namespace sextant::analysis {

struct PositionTable {
  std::string name;  // "positions", or "block 1", ... where blocks have their own
  Geometry geometry;
  Table distances;  // (count, count)
};

/// Every encoding of the model once.
std::vector<PositionTable> position_tables(Model& model);

/// Why these positions cannot be held against `places`, or "": too few tokens, unknown places, or an encoding that puts
/// every token at the same place.
std::string refuse_positions(const std::vector<PositionTable>& tables, const Arrangement& places);

/// Where the tokens stand in the plane, centred: a grid as it is written (rows downwards), a line from left to right,
/// anything else by its principal components or coordinates. (count, 2)
Table plane_of(const Arrangement& places);

/// Pairs of neighbours, where the arrangement has any: [[0, 1], ...].
Tree edges_of(const Arrangement& places);

/// What tokens can be coloured by: row and column of a grid, coordinates, and always the place in the sample.
Tree colours_of(const Arrangement& places);

/// "0", "1", ...
std::vector<std::string> labels_of(const Arrangement& places);

}  // namespace sextant::analysis
