// Planted modules come back, whatever the order of the nodes and the similarities between modules.
#include "sextant/math/graph/spectral_clustering.h"

#include <gtest/gtest.h>

#include "sextant/core/random.h"
#include "sextant/math/graph/partition.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

TEST(SpectralClustering, FindsPlantedModules) {
  Partition planted;
  for (Index i = 0; i < 30; ++i) planted.push_back(i % 3);
  Table similarities(30, 30);
  const Random random(1, Stream::data);
  for (Index i = 0; i < 30; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double noise = 0.3 * random.normal(static_cast<std::uint64_t>(i * 30 + j));
      const bool together = planted[static_cast<std::size_t>(i)] == planted[static_cast<std::size_t>(j)];
      similarities(i, j) = similarities(j, i) = (together ? 0.7 : 0.1) + noise;
    }
  const Partition found = spectral_clustering(similarities, 3, 1);
  EXPECT_EQ(adjusted_rand_index(found, planted), 1);
  EXPECT_EQ(found, spectral_clustering(similarities, 3, 1)) << "the same request, the same partition";
  EXPECT_TRUE(contains(error_text([&] { spectral_clustering(similarities, 31, 1); }), "31 clusters of 30 nodes"));
}

}  // namespace
}  // namespace sextant::test
