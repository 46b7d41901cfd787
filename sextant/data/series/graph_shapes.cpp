#include "sextant/data/series/graph_shapes.h"

#include <cmath>
#include <limits>
#include <queue>

#include "sextant/core/error.h"

namespace sextant::data {
namespace {

constexpr Index most_nodes = 10'000;

Index product_of(const std::vector<Index>& sizes) {
  Index product = 1;
  for (const Index size : sizes) {
    require(size >= 1 && product * size <= most_nodes, "sizes: expected 2 to {} nodes in all", most_nodes);
    product *= size;
  }
  return product;
}

/// Nodes of a box with such sides, joined to the next along each axis; around the end where `closed`.
Table make_box(const std::vector<Index>& sides, bool closed) {
  const Index nodes = product_of(sides);
  Table graph(nodes, nodes);
  Index stride = nodes;
  for (const Index side : sides) {
    stride /= side;
    for (Index node = 0; node < nodes; ++node) {
      const Index place = node / stride % side;
      if (side < 2 || (place + 1 == side && !closed)) continue;
      const Index next = node + ((place + 1) % side - place) * stride;
      graph(node, next) = graph(next, node) = 1;
    }
  }
  return graph;
}

Table make_tree(const std::vector<Index>& children) {
  std::vector<Index> parents{-1};
  std::size_t first = 0;
  for (const Index count : children) {
    const std::size_t last = parents.size();
    for (std::size_t parent = first; parent < last; ++parent)
      for (Index child = 0; child < count; ++child) parents.push_back(static_cast<Index>(parent));
    require(count >= 1 && static_cast<Index>(parents.size()) <= most_nodes, "sizes: expected 2 to {} nodes in all",
            most_nodes);
    first = last;
  }
  const auto nodes = static_cast<Index>(parents.size());
  Table graph(nodes, nodes);
  for (Index node = 1; node < nodes; ++node) {
    const Index parent = parents[static_cast<std::size_t>(node)];
    graph(node, parent) = graph(parent, node) = 1;
  }
  return graph;
}

}  // namespace

std::vector<std::string> graph_shapes() { return {"ring", "torus", "lattice", "tree"}; }

Table shape_graph(const std::string& shape, std::vector<Index> sizes) {
  if (shape == "ring") {
    if (sizes.empty()) sizes = {50};
    require(sizes.size() == 1 && sizes.front() >= 3, "sizes: a ring has one size, 3 or more");
    return make_box(sizes, true);
  }
  if (shape == "tree") return make_tree(sizes.empty() ? std::vector<Index>{2, 2, 2, 2, 2} : sizes);
  require(shape == "torus" || shape == "lattice", "shape '{}': expected ring, torus, lattice or tree", shape);
  if (sizes.empty()) sizes = shape == "torus" ? std::vector<Index>{8, 8} : std::vector<Index>{4, 4, 4};
  return make_box(sizes, shape == "torus");
}

Table couple_edges(const Table& graph, double total, double own) {
  Table couplings = graph;
  for (Index i = 0; i < graph.rows; ++i) {
    double edges = 0;
    for (Index j = 0; j < graph.columns; ++j) edges += graph(i, j);
    for (Index j = 0; j < graph.columns && edges > 0; ++j) couplings(i, j) *= (1 - own) * total / edges;
    couplings(i, i) = edges > 0 ? own * total : total;
  }
  return couplings;
}

Table path_lengths(const Table& graph) {
  Table lengths(graph.rows, graph.rows);
  lengths.values.assign(lengths.values.size(), std::numeric_limits<double>::infinity());
  for (Index start = 0; start < graph.rows; ++start) {
    std::queue<Index> next;
    next.push(start);
    lengths(start, start) = 0;
    while (!next.empty()) {
      const Index node = next.front();
      next.pop();
      for (Index other = 0; other < graph.rows; ++other) {
        if (graph(node, other) == 0 || std::isfinite(lengths(start, other))) continue;
        lengths(start, other) = lengths(start, node) + 1;
        next.push(other);
      }
    }
  }
  return lengths;
}

}  // namespace sextant::data
