// Good, fair or poor, and why.
#include "sextant/lab/stress/stress_verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/lab/stress/published_stress.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

StressRequest line_request(const TemporaryDirectory& directory, const std::vector<double>& places) {
  StressRequest request;
  request.target.coordinates = directory.file("places.npy");
  write_npy(request.target.coordinates, {static_cast<Index>(places.size()), 1}, places);
  request.permutations = 199;
  return request;
}

TEST(StressVerdict, GivesTheReason) {
  const TemporaryDirectory directory;
  StressRequest request = line_request(directory, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  write_npy(directory.file("mixed.npy"), {10, 1}, {5, 2, 9, 0, 7, 3, 8, 1, 6, 4});
  request.encodings = {"line", "table:" + directory.file("mixed.npy")};
  const StressReport report = measure_encodings(request, [](const std::string&, double) {});
  EXPECT_EQ(grade_stress(report.rows[0], report), "good");
  EXPECT_TRUE(contains(explain_grade(report.rows[0], report), "in random order its positions would be off by"));
  EXPECT_EQ(grade_stress(report.rows[1], report), "poor");
  EXPECT_TRUE(contains(explain_grade(report.rows[1], report), "% of random orders of its positions fit as well"));
  EXPECT_TRUE(contains(judge_stress(report).sentence, "For comparison: in random order"));
}

TEST(StressVerdict, SaysNothingOfOrdersWhereNothingCanBeTold) {
  const TemporaryDirectory directory;
  StressRequest request = line_request(directory, {0, 1, 3, 7});
  request.encodings = {"mds:1"};
  StressReport report = measure_encodings(request, [](const std::string&, double) {});
  EXPECT_FALSE(report.rows[0].null);  // four positions
  EXPECT_EQ(explain_grade(report.rows[0], report), "");
  request = line_request(directory, {0, 1, 2, 3, 4, 5, 6});
  request.encodings = {"line"};
  request.permutations = 9;
  report = measure_encodings(request, [](const std::string&, double) {});
  EXPECT_FALSE(report.rows[0].null);  // nine orders
  EXPECT_EQ(grade_stress(report.rows[0], report), "good");
}

TEST(StressVerdict, PlacesAValueAmongPublishedOnes) {
  EXPECT_TRUE(std::ranges::is_sorted(published_stress_deciles));
  EXPECT_EQ(share_further_off(0), 1);
  EXPECT_EQ(share_further_off(1), 0);
  EXPECT_NEAR(share_further_off(published_stress_deciles[4]), 0.6, 1e-12);
  EXPECT_NEAR(share_further_off((published_stress_deciles[4] + published_stress_deciles[5]) / 2), 0.55, 1e-12);
}

TEST(StressVerdict, PublishedDecilesAreThoseOfTheTable) {
  std::istringstream table(read_file(SEXTANT_TEST_DATA "/../docs/published_stress.csv"));
  std::vector<double> values;
  std::string line, cell;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream cells(line);
    for (int column = 0; column < 4; ++column) std::getline(cells, cell, ',');
    values.push_back(std::stod(cell));  // encoding, corpus, positions, stress-1
  }
  ASSERT_EQ(values.size(), 32u * 6u);
  std::ranges::sort(values);
  for (std::size_t i = 0; i < published_stress_deciles.size(); ++i)
    EXPECT_EQ(published_stress_deciles[i],
              values[static_cast<std::size_t>(std::nearbyint(static_cast<double>(i * (values.size() - 1)) / 10))]);
}

}  // namespace
}  // namespace sextant::test
