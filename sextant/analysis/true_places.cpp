#include "sextant/analysis/true_places.h"

#include "sextant/train/engine.h"

namespace sextant::analysis {
namespace {

bool are_in_space(const Arrangement& places) {
  return places.kind() != Arrangement::Kind::distances && places.kind() != Arrangement::Kind::graph;
}

std::string name_true_axis(Index axis, Index axes) {
  if (axes == 1) return "place";
  if (axes == 2) return axis == 0 ? "row" : "column";
  return fmt::format("axis{}", axis + 1);
}

Table shuffled_table(const Table& table, const std::vector<std::int32_t>& order, bool columns_too) {
  Table result(table.rows, table.columns);
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      result(i, j) = table(order[static_cast<std::size_t>(i)], columns_too ? order[static_cast<std::size_t>(j)] : j);
  return result;
}

}  // namespace

TruePlaces make_true_places(const Arrangement& places, Index width) {
  TruePlaces truth{places.as_distances("position_recovery"), {}, {}, {}};
  if (!are_in_space(places)) return truth;
  truth.coordinates = places.as_coordinates("position_recovery");
  const Index axes = truth.coordinates.columns;
  for (Index axis = 0; axis < axes; ++axis) truth.axes.push_back(name_true_axis(axis, axes));
  if (width % (2 * axes) != 0) return truth;
  const Engine& exact = engine("double");
  // Uses sextant/positions/grid.cpp by name.
  const EncodingContext context{.width = width, .arrangement = places, .prefix = ""};
  truth.vectors =
      exact.start_encoding("grid", *exact.positions().find("grid").make_options(), context, {}, 0).geometry.table;
  return truth;
}

TruePlaces shuffled(const TruePlaces& truth, const Random& random) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(truth.distances.rows));
  random.permutation(order);
  return {shuffled_table(truth.distances, order, true), shuffled_table(truth.coordinates, order, false),
          shuffled_table(truth.vectors, order, false), truth.axes};
}

}  // namespace sextant::analysis
