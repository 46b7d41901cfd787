// Missing values and constants: refused by name, filled, or dropped with their labels and coordinates.
#include <gtest/gtest.h>

#include <algorithm>

#include "sextant/core/files.h"
#include "sextant/data/series/series.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

class SeriesRepair : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text, labels, coordinates;
    for (int t = 0; t < 12; ++t)
      text += fmt::format("{},{},7,{}\n", t, t == 3 ? std::string("nan") : std::to_string(t * t), 12 - t * t * t);
    for (int v = 0; v < 4; ++v) {
      labels += fmt::format("m{}\n", v);
      coordinates += fmt::format("{},{}\n", v, 10 * v);
    }
    write_file_atomically(file("gaps.csv"), text);
    write_file_atomically(file("labels.txt"), labels);
    write_file_atomically(file("places.csv"), coordinates);
  }
  std::string file(const std::string& name) const { return directory_.path() + "/" + name; }
  SeriesTable read(const std::string& fill, bool drop_constant) const {
    return read_series({.data = file("gaps.csv"),
                        .time = "rows",
                        .labels = file("labels.txt"),
                        .coordinates = file("places.csv"),
                        .fill = fill,
                        .drop_constant = drop_constant});
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(SeriesRepair, RefusesByNameAndSaysWhatHelps) {
  const std::string missing = error_text([&] { read("refuse", true); });
  EXPECT_TRUE(contains(missing, "variable 2 is nan at time point 4")) << missing;
  EXPECT_TRUE(contains(missing, "fill = mean"));
  const std::string constant = error_text([&] { read("mean", false); });
  EXPECT_TRUE(contains(constant, "variable 3 is constant")) << constant;
  EXPECT_TRUE(contains(constant, "drop_constant"));
}

TEST_F(SeriesRepair, FillsWithTheMeanOfWhatIsThere) {
  const auto series = read("mean", true);
  ASSERT_EQ(series.count(), 3);
  double sum = 0;
  for (int t = 0; t < 12; ++t) sum += t == 3 ? 0 : t * t;
  EXPECT_NEAR(series.recordings.front().values(3, 1), sum / 11, 1e-12);
  EXPECT_TRUE(std::ranges::any_of(series.notes, [](const auto& note) { return contains(note, "1 missing value"); }));
}

TEST_F(SeriesRepair, DropsVariablesWithTheirFacts) {
  const auto series = read("drop", true);
  EXPECT_EQ(series.variables, (std::vector<std::string>{"1", "4"}));
  EXPECT_EQ(series.labels, (std::vector<std::string>{"m0", "m3"}));
  EXPECT_EQ(series.coordinates(1, 1), 30);
  EXPECT_EQ(series.recordings.front().values(0, 1), 12);
  EXPECT_TRUE(std::ranges::any_of(series.notes, [](const auto& note) { return contains(note, "dropped 2 of 4"); }));
}

}  // namespace
}  // namespace sextant::test
