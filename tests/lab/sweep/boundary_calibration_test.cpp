// Bands against boundaries that are known, over many draws of the labels: how often the 95 % band holds the truth, and
// how the band from at most a third of the runs compares with the band from all of them. 12 x 10 cells, 5 seeds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/support/synthetic_boundary.h"

namespace sextant::test {
namespace {

/// Three with every change; SEXTANT_DRAWS=20 takes two minutes of a processor.
std::uint64_t number_of_draws() {
  const char* wanted = std::getenv("SEXTANT_DRAWS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 3;
}

struct CalibrationCase {
  const char* name;
  double (*boundary)(double);  // of the column, in cells; a draw shifts it by up to one cell
  double steepness;  // in standard deviations per cell: at 1.2 seeds disagree in about three cells of a column
};

double flat(double) { return 4; }
double diagonal(double x) { return 0.5 + 0.6 * x; }
double curved(double x) { return 2 + 5 * std::exp(-x / 4); }

void PrintTo(const CalibrationCase& c, std::ostream* out) { *out << c.name; }

/// The band of a column that lies nearest to the truth.
const Band& nearest(const Boundary& boundary, std::size_t column, double truth) {
  const auto& bands = boundary.regions().at(0).bands[1][column];
  return *std::ranges::min_element(bands, {},
                                   [&](const Band& band) { return std::abs((band.lower + band.upper) / 2 - truth); });
}

class BoundaryCalibration : public testing::TestWithParam<CalibrationCase> {};

TEST_P(BoundaryCalibration, AThirdOfTheRunsGivesTheBandOfAll) {
  Index columns = 0, covered = 0, covered_by_all = 0, runs = 0;
  double ratio = 0;
  const std::uint64_t draws = number_of_draws();
  for (std::uint64_t draw = 1; draw <= draws; ++draw) {
    const double shift = Random(draw, Stream::analysis).uniform(0);
    const SyntheticDiagram diagram{{{make_axis("x", 12), make_axis("y", 10)}, 5},
                                   [&](double x) { return GetParam().boundary(x) + shift; },
                                   GetParam().steepness,
                                   1000 + draw};
    const BoundaryOptions options{.labels = {"above", "below"}};
    const Boundary few = diagram.explore(options, 13);
    const Boundary all = diagram.run_all(options);
    EXPECT_LE(few.observed_runs(), 200);
    runs += few.observed_runs();
    for (std::size_t column = 0; column < 12; ++column) {
      const double truth = diagram.boundary(static_cast<double>(column));
      ASSERT_FALSE(few.regions()[0].bands[1][column].empty()) << "draw " << draw << " column " << column;
      ASSERT_FALSE(all.regions()[0].bands[1][column].empty()) << "draw " << draw << " column " << column;
      const Band& own = nearest(few, column, truth);
      const Band& full = nearest(all, column, truth);
      ++columns;
      covered += own.covers(truth);
      covered_by_all += full.covers(truth);
      ratio += own.width() / full.width();
      EXPECT_TRUE(own.lower <= full.upper && full.lower <= own.upper) << "draw " << draw << " column " << column;
    }
  }
  const auto share = [&](Index count) { return static_cast<double>(count) / static_cast<double>(columns); };
  RecordProperty("runs", fmt::format("{:.0f}", static_cast<double>(runs) / static_cast<double>(draws)));
  RecordProperty("covered", fmt::format("{:.3f}", share(covered)));
  RecordProperty("covered_by_all", fmt::format("{:.3f}", share(covered_by_all)));
  RecordProperty("width_ratio", fmt::format("{:.3f}", ratio / static_cast<double>(columns)));
  // Few draws, whose columns go together: a true 95 % may look like 80 %.
  EXPECT_GE(share(covered), 0.8);
  EXPECT_GE(share(covered_by_all), 0.8);
  EXPECT_LE(ratio / static_cast<double>(columns), 1.5);
}

INSTANTIATE_TEST_SUITE_P(Shapes, BoundaryCalibration,
                         testing::Values(CalibrationCase{"flat", flat, sharp},
                                         CalibrationCase{"diagonal", diagonal, sharp},
                                         CalibrationCase{"diagonal_noisy", diagonal, 1.2},
                                         CalibrationCase{"curved_noisy", curved, 1.2}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace sextant::test
