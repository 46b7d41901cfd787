// The best table of a lower rank: what it keeps is what the singular values say, and no basis but the table's own is
// used.
#include "sextant/math/linear/low_rank.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/math/linear/decompositions.h"

namespace sextant::test {
namespace {

Table uniform_table(Index rows, Index columns, std::uint32_t part) {
  const Random random(1, Stream::data, 0, part);
  Table table(rows, columns);
  for (std::size_t i = 0; i < table.values.size(); ++i) table.values[i] = random.normal(i);
  return table;
}

Table centred(Table table) {
  for (Index j = 0; j < table.columns; ++j) {
    double mean = 0;
    for (Index i = 0; i < table.rows; ++i) mean += table(i, j) / static_cast<double>(table.rows);
    for (Index i = 0; i < table.rows; ++i) table(i, j) -= mean;
  }
  return table;
}

double distance(const Table& one, const Table& other) {
  double sum = 0;
  for (std::size_t i = 0; i < one.values.size(); ++i) sum += std::pow(one.values[i] - other.values[i], 2);
  return std::sqrt(sum);
}

TEST(LowRankTable, LosesTheSmallestSingularValues) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{9, 5}, {5, 9}, {6, 6}}) {
    const Table table = uniform_table(rows, columns, 1);
    const auto values = singular_values(centred(table));
    for (Index rank = 1; rank <= std::min(rows, columns); ++rank) {
      const LowRankTable lower = lower_rank(table, rank);
      double lost = 0;
      for (std::size_t k = static_cast<std::size_t>(rank); k < values.size(); ++k) lost += values[k] * values[k];
      EXPECT_NEAR(distance(lower.table, table), std::sqrt(lost), 1e-7);
      const auto left = singular_values(centred(lower.table));
      for (std::size_t k = 0; k < left.size(); ++k)
        EXPECT_NEAR(left[k], k < static_cast<std::size_t>(rank) ? values[k] : 0, 1e-7);
    }
  }
}

TEST(LowRankTable, KeepsAtLeastWhatWasAskedFor) {
  const Table table = uniform_table(12, 8, 2);
  for (const double share : {0.1, 0.5, 0.9, 1.0}) {
    const LowRankTable lower = lower_rank_keeping(table, share);
    EXPECT_GE(lower.kept, share - 1e-12);
    if (lower.rank > 1) {
      EXPECT_LT(lower_rank(table, lower.rank - 1).kept, share);
    }
  }
  EXPECT_EQ(lower_rank_keeping(table, 1).rank, 8);
}

TEST(LowRankTable, RefusesWhatIsNoRank) {
  const Table table = uniform_table(4, 3, 3);
  EXPECT_THROW(lower_rank(table, 0), Error);
  EXPECT_THROW(lower_rank(table, 4), Error);
  EXPECT_THROW(lower_rank_keeping(table, 0), Error);
  EXPECT_THROW(lower_rank_keeping(table, 1.1), Error);
}

TEST(BasisOverlap, IsOneInTheSameDirectionsAndZeroInOthers) {
  Table own(10, 8), other(10, 8);
  const Table numbers = uniform_table(10, 3, 4);
  for (Index i = 0; i < 10; ++i)
    for (Index k = 0; k < 3; ++k) {
      own(i, k) = numbers(i, k) + 5;  // a common mean is no direction
      other(i, 7 - k) = numbers(i, k);
    }
  EXPECT_NEAR(basis_overlap(own, own), 1, 1e-12);
  EXPECT_NEAR(basis_overlap(own, other), 0, 1e-12);
  EXPECT_EQ(basis_overlap(own, Table(10, 8)), 1);
}

}  // namespace
}  // namespace sextant::test
