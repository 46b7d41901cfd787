#include "sextant/analysis/position_tables.h"

#include <algorithm>

#include "sextant/analysis/panel.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/principal_components.h"

namespace sextant::analysis {
namespace {

constexpr Index fewest_tokens = 3;  // two points always fit

bool has_coordinates(const Arrangement& places) {
  return places.kind() != Arrangement::Kind::distances && places.kind() != Arrangement::Kind::graph;
}

Table centred(Table points) {
  for (Index axis = 0; axis < points.columns; ++axis) {
    double mean = 0;
    for (Index i = 0; i < points.rows; ++i) mean += points(i, axis) / static_cast<double>(points.rows);
    for (Index i = 0; i < points.rows; ++i) points(i, axis) -= mean;
  }
  return points;
}

std::string name_axis(const Arrangement& places, Index axis) {
  const bool plane_grid = places.kind() == Arrangement::Kind::grid && places.extents().size() == 2;
  if (plane_grid) return axis == 0 ? "row" : "column";
  return fmt::format("axis {}", axis + 1);
}

}  // namespace

std::vector<PositionTable> position_tables(Model& model) {
  std::vector<PositionTable> tables;
  for (Index block = 0; block < model.options().depth; ++block) {
    if (model.encoding_of(block) < static_cast<Index>(tables.size())) continue;  // seen before
    Geometry geometry = model.geometry(block);
    Table distances = geometry.kind == Geometry::Kind::vectors ? euclidean_distances(geometry.table) : geometry.table;
    tables.push_back({fmt::format("block {}", block + 1), std::move(geometry), std::move(distances)});
  }
  if (tables.size() == 1) tables.front().name = "positions";
  return tables;
}

std::string refuse_positions(const std::vector<PositionTable>& tables, const Arrangement& places) {
  if (places.count() == 0) return "the arrangement of the tokens is unknown";
  if (places.count() < fewest_tokens) return fmt::format("{} tokens are too few", places.count());
  for (const auto& table : tables)
    if (std::ranges::all_of(table.distances.values, [](double one) { return one == 0; }))
      return "the encoding gives every token the same position";
  return "";
}

Table plane_of(const Arrangement& places) {
  if (!has_coordinates(places)) return principal_coordinates(places.as_distances("plane"), 2).points;
  const Table points = places.as_coordinates("plane");
  if (points.columns > 2) return principal_components(points, 2).points;
  Table plane(points.rows, 2);
  for (Index i = 0; i < points.rows; ++i) {
    const bool grid = places.kind() == Arrangement::Kind::grid && points.columns == 2;
    plane(i, 0) = grid ? points(i, 1) : points(i, 0);
    plane(i, 1) = grid ? -points(i, 0) : points.columns == 2 ? points(i, 1) : 0;
  }
  return centred(std::move(plane));
}

Tree edges_of(const Arrangement& places) {
  Tree edges = Tree::array();
  if (places.kind() == Arrangement::Kind::coordinates || places.kind() == Arrangement::Kind::distances) return edges;
  const Table graph = places.as_graph("edges");
  for (Index i = 0; i < graph.rows; ++i)
    for (Index j = i + 1; j < graph.rows; ++j)
      if (graph(i, j) > 0) edges.push_back({i, j});
  // More lines than this hide the points.
  return static_cast<Index>(edges.size()) <= 8 * graph.rows ? edges : Tree::array();
}

Tree colours_of(const Arrangement& places) {
  Tree colours = Tree::array();
  if (places.kind() == Arrangement::Kind::grid || places.kind() == Arrangement::Kind::coordinates) {
    const Table points = places.as_coordinates("colours");
    for (Index axis = 0; axis < std::min<Index>(points.columns, 3); ++axis) {
      Tree values = Tree::array();
      for (Index i = 0; i < points.rows; ++i) values.push_back(five_digits(points(i, axis)));
      colours.push_back({{"label", name_axis(places, axis)}, {"values", std::move(values)}});
    }
  }
  Tree order = Tree::array();
  for (Index i = 0; i < places.count(); ++i) order.push_back(i);
  colours.push_back({{"label", "position"}, {"values", std::move(order)}});
  return colours;
}

std::vector<std::string> labels_of(const Arrangement& places) {
  std::vector<std::string> labels;
  for (Index i = 0; i < places.count(); ++i) labels.push_back(std::to_string(i));
  return labels;
}

}  // namespace sextant::analysis
