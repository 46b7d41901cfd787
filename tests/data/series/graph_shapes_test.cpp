// Shapes have the edges and the distances that can be counted by hand.
#include "sextant/data/series/graph_shapes.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

double edges_of(const Table& graph) {
  double sum = 0;
  for (const double value : graph.values) sum += value;
  return sum / 2;
}

TEST(GraphShapes, HaveTheirEdgesAndDistances) {
  const Table ring = shape_graph("ring", {10}), torus = shape_graph("torus", {4, 5});
  const Table lattice = shape_graph("lattice", {3, 3, 3}), tree = shape_graph("tree", {2, 2, 2});
  EXPECT_EQ(edges_of(ring), 10);
  EXPECT_EQ(edges_of(torus), 40);
  EXPECT_EQ(edges_of(lattice), 54);  // 3 axes of 9 lines of 2
  EXPECT_EQ(tree.rows, 15);
  EXPECT_EQ(edges_of(tree), 14);
  EXPECT_EQ(path_lengths(ring)(0, 7), 3);      // around the end
  EXPECT_EQ(path_lengths(torus)(0, 19), 2);    // one back on each axis
  EXPECT_EQ(path_lengths(lattice)(0, 26), 6);  // from corner to corner
  EXPECT_EQ(path_lengths(tree)(7, 14), 6);     // leaves of the two halves
}

TEST(GraphShapes, CouplingsOntoANodeSumToTheTotal) {
  const Table couplings = couple_edges(shape_graph("tree"), 0.9);
  for (Index i = 0; i < couplings.rows; ++i) {
    double sum = 0;
    for (Index j = 0; j < couplings.rows; ++j) sum += couplings(i, j);
    EXPECT_NEAR(sum, 0.9, 1e-12);
  }
  EXPECT_TRUE(contains(error_text([] { shape_graph("knot"); }), "expected ring, torus, lattice or tree"));
  EXPECT_TRUE(contains(error_text([] { shape_graph("lattice", {1000, 1000}); }), "10000 nodes"));
}

}  // namespace
}  // namespace sextant::test
