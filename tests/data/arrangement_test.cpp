// Arrangements: what users type, what is refused, and the forms derived from one another.
#include "sextant/data/arrangement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/npy.h"

namespace sextant::test {
namespace {

template <class Call>
void expect_error(Call&& call, const std::string& text) {
  try {
    call();
    ADD_FAILURE() << "no error; expected: " << text;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

Table matrix(std::vector<std::vector<double>> rows) {
  Table table(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      table(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return table;
}

TEST(Arrangement, ParsesWhatUsersType) {
  EXPECT_EQ(Arrangement::parse("index", 7).count(), 7);
  const Arrangement grid = Arrangement::parse("grid:2x3x4", 24);
  EXPECT_EQ(grid.kind(), Arrangement::Kind::grid);
  EXPECT_EQ(grid.extents(), (std::vector<Index>{2, 3, 4}));
  const std::string file = testing::TempDir() + "arrangement_points.npy";
  write_npy(file, {3, 2}, {0, 0, 3, 0, 3, 4});
  const Arrangement points = Arrangement::parse("coordinates:" + file, 3);
  EXPECT_EQ(points.as_distances("test")(0, 2), 5);
  EXPECT_STREQ(points.kind_name(), "coordinates");
}

TEST(Arrangement, RefusesWithAText) {
  for (const char* text : {"", "ring", "index:3", "grid", "grid:", "coordinates", "Grid:2x2"})
    expect_error([&] { Arrangement::parse(text, 4); },
                 std::string("arrangement '") + text + "': expected index, grid:4x4, coordinates:FILE");
  for (const char* text :
       {"grid:2x", "grid:x2", "grid:2,2", "grid:0x4", "grid:-2x-2", "grid:2x2 ", "grid:99999999999999999999"})
    expect_error([&] { Arrangement::parse(text, 4); }, std::string("arrangement '") + text + "': ");
  expect_error([] { Arrangement::parse("grid:3x3", 8); }, "it has 9 tokens, but a sample has 8");
  expect_error([] { Arrangement::parse("graph:nowhere.npy", 8); }, "nowhere.npy");
  expect_error([] { Arrangement::index(0); }, "given 0");
  expect_error([] { Arrangement::grid({}); }, "at least 1 axis");
  expect_error([] { Arrangement::grid({1 << 20, 1 << 20}); }, "2^31");
}

TEST(Arrangement, RefusesTablesThatAreNoDistancesAndNoGraph) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_error([] { Arrangement::distances(Table(2, 3)); }, "distances: expected a square matrix (n, n), given (2, 3)");
  expect_error([] { Arrangement::distances(matrix({{0, 1}, {2, 0}})); }, "entry (1, 0) is 2 and entry (0, 1) is 1");
  expect_error([] { Arrangement::distances(matrix({{0, 1}, {1, 0.5}})); }, "entry (1, 1) is 0.5");
  expect_error([] { Arrangement::graph(matrix({{0, -1}, {-1, 0}})); }, "graph: expected numbers >= 0");
  expect_error([&] { Arrangement::graph(matrix({{0, nan}, {nan, 0}})); }, "graph: entry (0, 1) is nan");
  expect_error([&] { Arrangement::coordinates(matrix({{0}, {nan}})); }, "coordinates: entry (1, 0) is nan");
  const Table rounded = Arrangement::distances(matrix({{0, 1}, {1 + 2e-7, 0}})).as_distances("test");
  EXPECT_EQ(rounded(0, 1), rounded(1, 0));
}

TEST(Arrangement, AGridRunsThroughItsLastAxisFirst) {
  const Table points = Arrangement::grid({2, 3}).as_coordinates("test");
  for (Index row = 0; row < 2; ++row)
    for (Index column = 0; column < 3; ++column) {
      EXPECT_EQ(points(row * 3 + column, 0), static_cast<double>(row));
      EXPECT_EQ(points(row * 3 + column, 1), static_cast<double>(column));
    }
  EXPECT_EQ(Arrangement::grid({2, 3}).as_distances("test")(0, 5), std::sqrt(5.0));
  EXPECT_EQ(Arrangement::index(4).as_distances("test")(3, 1), 2);
}

TEST(Arrangement, NeighboursOfAGridAreOneStepApart) {
  for (const Arrangement& arrangement :
       {Arrangement::index(5), Arrangement::grid({3, 4}), Arrangement::grid({2, 3, 2})}) {
    const Table weights = arrangement.as_graph("test");
    const Table distances = arrangement.as_distances("test");
    for (Index i = 0; i < arrangement.count(); ++i)
      for (Index j = 0; j < arrangement.count(); ++j)
        EXPECT_EQ(weights(i, j), distances(i, j) == 1 ? 1 : 0) << i << " " << j;
  }
}

TEST(Arrangement, AGraphHasShortestPathsOverOneOverWeight) {
  // 0 - 1 - 2 - 3 by edges of weight 2, and a weak edge 0 - 3 of weight 0.5: length 2 against 3 x 0.5.
  const Table paths =
      Arrangement::graph(matrix({{0, 2, 0, 0.5}, {2, 0, 2, 0}, {0, 2, 0, 2}, {0.5, 0, 2, 0}})).as_distances("test");
  EXPECT_EQ(paths(0, 3), 1.5);
  EXPECT_EQ(paths(0, 2), 1.0);
  EXPECT_EQ(paths(2, 2), 0);
  expect_error([] { Arrangement::graph(Table(3, 3)).as_distances("alibi"); },
               "alibi: the graph is disconnected: no path between token 0 and token 1");
}

TEST(Arrangement, AFormThatCannotBeDerivedIsAnErrorThatNamesTheOthers) {
  const Arrangement distances = Arrangement::distances(matrix({{0, 1}, {1, 0}}));
  expect_error(
      [&] { distances.as_coordinates("rotary"); },
      "rotary: the arrangement is distances, which has no coordinates; expected index, grid:4x4 or coordinates:FILE");
  expect_error([&] { distances.as_graph("laplacian"); }, "laplacian: the arrangement is distances, which has no edges");
}

TEST(Arrangement, ClsAddsATokenThatHasNoPlace) {
  const Arrangement behind = Arrangement::grid({2, 2}).with_cls();
  EXPECT_EQ(behind.count(), 4);
  EXPECT_EQ(behind.length(), 5);
  EXPECT_EQ(behind.as_coordinates("test").rows, 4);
}

}  // namespace
}  // namespace sextant::test
