// Modules of graphs: the karate club (Zachary 1977), values that can be counted by hand, planted modules, consensus,
// nulls. tests/oracles/networkx has the rest.
#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "sextant/core/random.h"
#include "sextant/math/graph/communities.h"
#include "sextant/math/graph/consensus.h"
#include "sextant/math/graph/k_means.h"
#include "sextant/math/graph/module_quality.h"
#include "sextant/math/graph/nulls.h"
#include "sextant/math/graph/partition.h"
#include "sextant/math/graph/position_modules.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/statistics/correlation.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

/// The 78 friendships of the 34 members of the club, counted from 0, without weights.
constexpr std::pair<Index, Index> friendships[] = {
    {0, 1},   {0, 2},   {0, 3},   {0, 4},   {0, 5},   {0, 6},   {0, 7},   {0, 8},   {0, 10},  {0, 11},
    {0, 12},  {0, 13},  {0, 17},  {0, 19},  {0, 21},  {0, 31},  {1, 2},   {1, 3},   {1, 7},   {1, 13},
    {1, 17},  {1, 19},  {1, 21},  {1, 30},  {2, 3},   {2, 7},   {2, 8},   {2, 9},   {2, 13},  {2, 27},
    {2, 28},  {2, 32},  {3, 7},   {3, 12},  {3, 13},  {4, 6},   {4, 10},  {5, 6},   {5, 10},  {5, 16},
    {6, 16},  {8, 30},  {8, 32},  {8, 33},  {9, 33},  {13, 33}, {14, 32}, {14, 33}, {15, 32}, {15, 33},
    {18, 32}, {18, 33}, {19, 33}, {20, 32}, {20, 33}, {22, 32}, {22, 33}, {23, 25}, {23, 27}, {23, 29},
    {23, 32}, {23, 33}, {24, 25}, {24, 27}, {24, 31}, {25, 31}, {26, 29}, {26, 33}, {27, 33}, {28, 31},
    {28, 33}, {29, 32}, {29, 33}, {30, 32}, {30, 33}, {31, 32}, {31, 33}, {32, 33}};
/// A digit for each member: the faction after the split (0 is Mr. Hi's), and the module of the partition with the
/// greatest modularity there is (Brandes et al. 2008).
constexpr std::string_view factions = "0000000001000011001010111111111111",
                           best_modules = "0000111022100022102020233323322322";

Table karate_club() {
  const auto members = static_cast<Index>(factions.size());
  Table edges(members, members);
  for (const auto& [one, other] : friendships) edges(one, other) = edges(other, one) = 1;
  return edges;
}

Partition partition_of(std::string_view digits) {
  Partition result;
  for (const char digit : digits) result.push_back(digit - '0');
  return result;
}

/// Modules of `size` nodes each; 1 inside, `between` outside, and noise.
Table planted(Index modules, Index size, double between, double noise, std::uint64_t seed) {
  const Index n = modules * size;
  Table weights(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      weights(i, j) = weights(j, i) =
          std::max(0.0, (i / size == j / size ? 1 : between) +
                            noise * Random(seed, Stream::data).normal(static_cast<std::uint64_t>(i * n + j)));
  return weights;
}

Partition blocks(Index modules, Index size) {
  Partition result;
  for (Index i = 0; i < modules * size; ++i) result.push_back(i / size);
  return result;
}

TEST(Graph, KarateClub) {
  const Table edges = karate_club();
  const Partition split = partition_of(factions);
  EXPECT_NEAR(modularity(edges, split), 0.358234714004, 1e-9);
  EXPECT_NEAR(modularity(edges, partition_of(best_modules)), 0.419789612097, 1e-9);
  const auto shares = participation(edges, split);
  ASSERT_EQ(shares.size(), split.size());
  for (Index i = 0; i < edges.rows; ++i) {
    double friends[2] = {};  // in each faction
    for (Index j = 0; j < edges.rows; ++j) friends[split[static_cast<std::size_t>(j)]] += edges(i, j);
    const double all = friends[0] + friends[1];
    const double concentration = (friends[0] * friends[0] + friends[1] * friends[1]) / (all * all);
    EXPECT_NEAR(shares[static_cast<std::size_t>(i)], 1 - concentration, 1e-12) << "member " << i;
  }
  EXPECT_NEAR(shares[8], 0.48, 1e-12);  // two friends on one side, three on the other
}

TEST(Graph, TheBestPartitionOfTheKarateClubIsFoundFromEverySeed) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Partition found = find_communities(modularity_gains(karate_club()), {.seed = seed, .starts = 20});
    EXPECT_EQ(found, number_by_appearance(partition_of(best_modules))) << "seed " << seed;
  }
}

TEST(Graph, AnEdgeMovedByHandChangesModularityAsCounted) {
  Table two_pairs(4, 4);  // 0-1 and 2-3
  two_pairs(0, 1) = two_pairs(1, 0) = two_pairs(2, 3) = two_pairs(3, 2) = 1;
  EXPECT_DOUBLE_EQ(modularity(two_pairs, {0, 0, 1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(modularity(two_pairs, {0, 1, 0, 1}), -0.5);
  EXPECT_DOUBLE_EQ(modularity(two_pairs, {0, 0, 1, 1}, 0.5), 0.75);
  EXPECT_DOUBLE_EQ(segregation(two_pairs, {0, 0, 1, 1}), 1);
  two_pairs(0, 0) = 7;  // not looked at
  EXPECT_DOUBLE_EQ(modularity(two_pairs, {0, 0, 1, 1}), 0.5);
  Table both_signs = two_pairs;
  both_signs(0, 2) = both_signs(2, 0) = -1;  // v+ = 4, v- = 2; Q+ = 1/2, Q- = -1/2
  EXPECT_DOUBLE_EQ(signed_modularity(both_signs, {0, 0, 1, 1}, SignedRule::gomez), 0.5);
  EXPECT_DOUBLE_EQ(signed_modularity(both_signs, {0, 0, 1, 1}, SignedRule::rubinov_sporns), 0.5 + 0.5 / 3);
  EXPECT_NE(error_text([&] { modularity(both_signs, {0, 0, 1, 1}); }).find("nodes 0 and 2 is -1"), std::string::npos);
}

TEST(Graph, PlantedModulesAreFoundAlsoUnevenAndSigned) {
  const Table weights = planted(6, 15, 0.4, 0.3, 3);
  EXPECT_EQ(find_communities(modularity_gains(weights)), blocks(6, 15));
  Table both_signs = weights;
  for (double& value : both_signs.values) value -= 0.5;
  EXPECT_EQ(find_communities(signed_modularity_gains(both_signs, SignedRule::rubinov_sporns)), blocks(6, 15));
  // Two of the modules weakly joined to one: a low resolution sees one, a high one two.
  Table joined = planted(4, 10, 0, 0, 1);
  for (Index i = 0; i < 10; ++i)
    for (Index j = 10; j < 20; ++j) joined(i, j) = joined(j, i) = 0.5;
  EXPECT_EQ(count_modules(find_communities(modularity_gains(joined, 0.5))), 3);
  EXPECT_EQ(find_communities(modularity_gains(joined, 1.5)), blocks(4, 10));
}

TEST(Graph, ARingOfCliquesComesApartIntoConnectedModules) {
  Table ring(30, 30);  // six cliques of five, neighbours joined by one edge
  for (Index i = 0; i < 30; ++i)
    for (Index j = 0; j < 30; ++j) ring(i, j) = i != j && i / 5 == j / 5 ? 1 : 0;
  for (Index c = 0; c < 6; ++c) ring(c * 5, (c * 5 + 9) % 30) = ring((c * 5 + 9) % 30, c * 5) = 1;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_EQ(find_communities(modularity_gains(ring), {.seed = seed, .starts = 1}), blocks(6, 5));
}

TEST(Graph, PartitionsAgreeAsCounted) {
  const Partition a{0, 0, 1, 1}, crossed{0, 1, 0, 1}, renamed{1, 1, 0, 0};
  EXPECT_EQ(adjusted_rand_index(a, renamed), 1);
  EXPECT_DOUBLE_EQ(normalised_mutual_information(a, renamed), 1);
  EXPECT_DOUBLE_EQ(adjusted_rand_index(a, crossed), -0.5);
  EXPECT_NEAR(normalised_mutual_information(a, crossed), 0, 1e-15);
  EXPECT_EQ(adjusted_rand_index({0, 0, 0}, {0, 0, 0}), 1);
  EXPECT_EQ(adjusted_rand_index({0, 1, 2}, {0, 1, 2}), 1);
}

TEST(Graph, ConsensusIsSureWhereRepeatsAgree) {
  const Partition truth = blocks(3, 8);
  std::vector<Partition> noisy;
  for (Index repeat = 0; repeat < 20; ++repeat) {
    Partition one = truth;
    one[0] = repeat % 3;  // node 0 is anywhere
    one[static_cast<std::size_t>(1 + repeat)] = 1;
    noisy.push_back(one);
  }
  const Consensus found = find_consensus(noisy);
  Partition rest(found.modules.begin() + 1, found.modules.end());
  EXPECT_EQ(number_by_appearance(rest), number_by_appearance({truth.begin() + 1, truth.end()}));
  EXPECT_LT(found.sureness[0], 0.5);
  for (std::size_t i = 1; i < 24; ++i) EXPECT_GT(found.sureness[i], 0.75) << i;
  const Consensus agreed = find_consensus(std::vector<Partition>(5, truth));
  EXPECT_EQ(agreed.modules, truth);
  EXPECT_EQ(agreed.rounds, 0);
  for (const double sure : agreed.sureness) EXPECT_NEAR(sure, 1, 1e-12);
}

Table normal_rows(Index rows, Index columns, std::uint64_t seed) {
  Table table(rows, columns);
  for (std::size_t i = 0; i < table.values.size(); ++i) table.values[i] = Random(seed, Stream::data).normal(i);
  return table;
}

TEST(Graph, PositionsAroundCentresHaveTheirModules) {
  const Partition labels = blocks(4, 10);
  const Table centres = normal_rows(4, 16, 1);
  Table positions = normal_rows(40, 16, 2);
  for (Index i = 0; i < 40; ++i)
    for (Index k = 0; k < 16; ++k) positions(i, k) = 5 + centres(i / 10, k) + 0.3 * positions(i, k);
  const PositionModules found = measure_modules(positions, labels, {.draws = 199});
  EXPECT_EQ(found.found.consensus.modules, labels);
  EXPECT_GT(modularity(graph_of(found.similarities), labels), 0.5);
  for (const auto& [name, result] : found.measures) {
    EXPECT_EQ(result.p, 1.0 / 200) << name;
    if (name.starts_with("ari") || name.starts_with("nmi")) {
      EXPECT_NEAR(result.value, 1, 1e-12) << name;
    }
  }
  EXPECT_EQ(k_means(positions, {.modules = 4}), labels);
}

TEST(Graph, ModulesOnACircleAreNotJoined) {
  Table positions = normal_rows(50, 2, 2);  // five modules around a circle: the cosine of neighbours is 0.31
  for (Index i = 0; i < 50; ++i) {
    const double angle = 2 * M_PI * static_cast<double>(i / 10) / 5;
    positions(i, 0) = std::cos(angle) + 0.05 * positions(i, 0);
    positions(i, 1) = std::sin(angle) + 0.05 * positions(i, 1);
  }
  const FoundModules found = find_modules({positions}, {});
  EXPECT_EQ(found.consensus.modules, blocks(5, 10));
  EXPECT_GT(found.silhouette, 0.9);
  EXPECT_LT(count_modules(find_modules({positions}, {.resolution = 1}).consensus.modules), 5);
}

TEST(Graph, PositionsWithoutModulesAreNotSignificant) {
  int low = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto found = measure_modules(normal_rows(30, 8, seed + 10), blocks(3, 10), {.draws = 99, .seed = seed});
    low += found.measures.front().result.p <= 0.05;
  }
  EXPECT_LE(low, 6);  // 2 expected; 7 or more has probability 0.003
}

TEST(Graph, DistanceCorrelationBesideItsNull) {
  const Table x = euclidean_distances(normal_rows(25, 3, 5));
  Table turned = normal_rows(25, 3, 5);
  for (Index i = 0; i < 25; ++i) std::swap(turned(i, 0), turned(i, 2));
  const auto same = distance_correlation_null(x, euclidean_distances(turned), 199, 1);
  EXPECT_NEAR(same.value, 1, 1e-12);
  EXPECT_EQ(same.p, 1.0 / 200);
  int low = 0;
  for (std::uint64_t seed = 6; seed < 46; ++seed) {
    const Table other = euclidean_distances(normal_rows(25, 3, seed));
    const auto unrelated = distance_correlation_null(x, other, 99, seed);
    EXPECT_NEAR(unrelated.value, distance_correlation(x, other), 1e-12);
    low += unrelated.p <= 0.05;
  }
  EXPECT_LE(low, 6);
}

}  // namespace
}  // namespace sextant::test
