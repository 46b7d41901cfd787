// Whole reports: every registered encoding, targets of the user's own, and the reference numbers of SST-2.
#include <gtest/gtest.h>

#include <filesystem>

#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/core/random.h"
#include "sextant/lab/stress/encode.h"
#include "sextant/lab/stress/registered_encoding.h"
#include "sextant/lab/stress/stress_report.h"
#include "sextant/lab/stress/tensor_names.h"
#include "tests/support/error_text.h"
#include "tests/support/shared_data.h"
#include "tests/support/small_tables.h"

namespace sextant::test {
namespace {

const StageWatcher nobody = [](const std::string&, double) {};

std::string temporary_npy(const std::string& name, const Table& table) {
  const std::string path = testing::TempDir() + "/lab_geometry_" + name + ".npy";
  write_npy(path, {table.rows, table.columns}, table.values);
  return path;
}

const StressRow& row_of(const StressReport& report, const std::string& name) {
  for (const auto& row : report.rows)
    if (row.name == name) return row;
  throw std::runtime_error("no row " + name);
}

StressRequest points_request(const Table& points, const std::string& name) {
  StressRequest request;
  request.target.coordinates = temporary_npy(name, points);
  request.permutations = 9;
  request.defaults = {.width = 16, .heads = 4, .arrangement = "index", .seed = 1};
  return request;
}

TEST(LabGeometry, MeasuresEveryRegisteredEncoding) {
  StressRequest request = points_request(normal_table(12, 3, 1), "points");
  for (const auto& name : registered_encodings())
    request.encodings.push_back(name == "fixed_table" ? "table:" + temporary_npy("table", normal_table(14, 5, 2))
                                                      : name);
  const StressReport report = measure_encodings(request, nobody);
  ASSERT_EQ(report.rows.size(), request.encodings.size() + 4);
  for (const auto& row : report.rows) {
    EXPECT_TRUE(std::isfinite(row.stress.raw)) << row.name;
    EXPECT_NEAR(row.stress.raw, row.stress.shape + row.stress.scale, 1e-9 * (1 + row.stress.raw)) << row.name;
    EXPECT_FALSE(row.rule.empty()) << row.name;
  }
  EXPECT_NEAR(row_of(report, "none").stress.raw, 1, 1e-15);
  EXPECT_NEAR(row_of(report, "zero").stress.raw, 1, 1e-15);
  for (const char* name : {"zero", "random", "equal", "shuffled"}) row_of(report, name);
}

TEST(LabGeometry, KnowsTheOraclesOfOneHots) {
  Table one_hots(64, 64);
  for (Index t = 0; t < 64; ++t) one_hots(t, t) = 1;
  StressRequest request = points_request(one_hots, "one_hots");
  request.defaults.width = 768;
  request.encodings = {
      "sinusoidal", "alibi:heads=1", "line", "line:slope=3", "rotary:heads=12", "mds", "alibi:heads=1:rule=kernel"};
  const StressReport report = measure_encodings(request, nobody);
  EXPECT_NEAR(row_of(report, "sinusoidal").stress.shape, .0370584, 5e-8);
  EXPECT_NEAR(row_of(report, "line").stress.shape, .3229167, 5e-8);
  EXPECT_NEAR(row_of(report, "line:slope=3").stress.shape, .3229167, 5e-8);
  EXPECT_NEAR(row_of(report, "alibi:heads=1").stress.raw, row_of(report, "line").stress.raw, 1e-12);
  EXPECT_NEAR(row_of(report, "mds").stress.raw, 0, 1e-13);
  EXPECT_NEAR(row_of(report, "equal").stress.raw, 0, 1e-13);  // from sums by lag: no digits below rounding
  EXPECT_EQ(row_of(report, "alibi:heads=1:rule=kernel").rule, "kernel sqrt(2 E), E: line t (m_1 .. m_H)");
  EXPECT_LT(row_of(report, "alibi:heads=1:rule=kernel").stress.shape, .3);
  EXPECT_NEAR(report.target.ranks.participation, 63, 1e-9);
}

TEST(LabGeometry, TakesDistancesAndFeatures) {
  const Table points = normal_table(10, 4, 3);
  StressRequest request = points_request(points, "for_distances");
  request.encodings = {"mds:2", "smacof:2"};
  const StressReport by_points = measure_encodings(request, nobody);
  request.target.distances = temporary_npy("distances", distances_of_vectors(points)->table());
  request.target.coordinates.clear();
  const StressReport by_distances = measure_encodings(request, nobody);
  EXPECT_NEAR(by_points.rows[0].stress.raw, by_distances.rows[0].stress.raw, 1e-9);
  EXPECT_LT(by_points.rows[1].stress.raw, by_points.rows[0].stress.raw);
  request.target.features = temporary_npy("features", points);
  EXPECT_TRUE(contains(error_text([&] { measure_encodings(request, nobody); }), "exactly one of"));
  request.target.distances.clear();
  const StressReport by_features = measure_encodings(request, nobody);
  EXPECT_LE(by_features.target.mean, 2.0);
  EXPECT_NE(by_features.rows[0].stress.raw, by_points.rows[0].stress.raw);
}

TEST(LabGeometry, RefusesWhatItCannotMean) {
  StressRequest request = points_request(normal_table(6, 2, 4), "refused");
  const auto text = [&](const std::string& encoding) {
    request.encodings = {encoding};
    return error_text([&] { measure_encodings(request, nobody); });
  };
  EXPECT_TRUE(contains(text("sinusoidl"), "did you mean sinusoidal?"));
  EXPECT_TRUE(contains(text("rotary:bas=3"), "did you mean rotary.base?"));
  EXPECT_TRUE(contains(text("mds:two"), "a rank of 1 or more"));
  EXPECT_TRUE(contains(text("sinusoidal:8"), "is not key=value"));
  EXPECT_TRUE(contains(text("sinusoidal:rule=kernel"), "attention biases only"));
  EXPECT_TRUE(contains(text("table"), "expected a file"));
  EXPECT_TRUE(contains(text("learned:" + temporary_npy("short", normal_table(5, 2, 5))), "has 5 rows"));
}

TEST(LabGeometry, EncodesToAShapeNameAndNorm) {
  EncodeOptions request;
  Events silence;
  request.coordinates = temporary_npy("encode", normal_table(9, 5, 6));
  request.width = 12;
  request.rank = 3;
  request.norm = 0.5;
  request.names = "vit";
  for (const bool mix : {false, true}) {
    request.mix = mix;
    const EncodedPositions positions = lab::encode(request, silence);
    EXPECT_EQ(positions.shape, (std::vector<Index>{1, 9, 12}));
    double squares = 0;
    for (const double value : positions.table.values) squares += value * value;
    EXPECT_NEAR(std::sqrt(squares / 9), 0.5, 1e-12);
    for (Index j = 0; j < 3; ++j)
      for (Index k = 0; k < 3; ++k) {
        double product = 0;
        for (Index c = 0; c < 12; ++c) product += positions.right(j, c) * positions.right(k, c);
        EXPECT_NEAR(product, j == k ? 1 : 0, 1e-12);
      }
    EXPECT_EQ(std::abs(positions.table(0, 11)) > 0, mix);
  }
  request.rank = 0;
  request.stress = 0.02;
  request.norm.reset();
  const EncodedPositions fitted = lab::encode(request, silence);
  EXPECT_LE(fitted.stress.raw, 0.02);
  EXPECT_GT(fitted.curve[static_cast<std::size_t>(fitted.left.columns) - 2].stress.raw, 0.02);
  request.names = "bort";
  EXPECT_TRUE(contains(error_text([&] { lab::encode(request, silence); }), "did you mean bert?"));
}

struct Reference {
  const char* file;
  const char* column;
  bool header;
  PositionRule rule;
  Index n;
  double mean, leading;
  Index rank;
  double raw_sinusoidal, raw_alibi, sinusoidal, rotary, line, mds_1, mds_8, mds_16;
};

class SstReference : public testing::TestWithParam<Reference> {};

// geometry of SST-2 under WordPiece, plug-in: what NumPy gives for the same counts, to the digits printed there.
TEST_P(SstReference, HasThePrintedDigits) {
  const Reference& known = GetParam();
  const std::string file = shared_data(known.file);
  const std::string vocabulary = shared_data("vocab/bert_base_uncased_vocab.txt");
  if (!file_exists(file) || !file_exists(vocabulary)) GTEST_SKIP() << "skipped: no data";
  StressRequest request;
  request.target.corpus.path = file;
  request.target.corpus.column = known.column;
  request.target.corpus.header = known.header;
  request.target.corpus.vocabulary = vocabulary;
  request.target.positions = known.n;
  request.target.rule = known.rule;
  request.target.estimator = Estimator::plug_in;
  request.permutations = request.replicates = 0;
  const std::string last = known.n == 16 ? "mds:15" : "mds:16";
  request.encodings = {"sinusoidal", "rotary", "alibi:heads=1", "mds:1", "mds:8", last};
  const StressReport report = measure_encodings(request, nobody);
  EXPECT_NEAR(report.target.mean, known.mean, 5e-5);
  EXPECT_NEAR(report.target.leading_share, known.leading, 5e-5);
  EXPECT_EQ(report.target.ranks.numerical, known.rank);
  EXPECT_NEAR(row_of(report, "sinusoidal").stress.raw, known.raw_sinusoidal, known.raw_sinusoidal < 1000 ? 0.05 : 0.5);
  EXPECT_NEAR(row_of(report, "sinusoidal").stress.shape, known.sinusoidal, 5e-5);
  EXPECT_NEAR(row_of(report, "rotary").stress.shape, known.rotary, 5e-5);
  EXPECT_NEAR(row_of(report, "alibi:heads=1").stress.raw, known.raw_alibi, 5e-5);
  EXPECT_NEAR(row_of(report, "alibi:heads=1").stress.shape, known.line, 5e-5);
  EXPECT_NEAR(row_of(report, "mds:1").stress.raw, known.mds_1, 5e-4);
  EXPECT_NEAR(row_of(report, "mds:8").stress.raw, known.mds_8, known.mds_8 < 0.02 ? 5e-5 : 5e-4);
  EXPECT_NEAR(row_of(report, last).stress.raw, known.mds_16, known.mds_16 < 0.02 ? 5e-5 : 5e-4);
}

constexpr auto present = PositionRule::present;
constexpr auto padded = PositionRule::padded;
constexpr const char* phrases = "sst2/glue/train.tsv";
constexpr const char* sentences = "sst2/clairett/train.tsv";
INSTANTIATE_TEST_SUITE_P(Rows, SstReference,
                         testing::Values(Reference{phrases, "1", true, present, 16, .5351, .1785, 15, 521.3, .9167,
                                                   .0592, .0512, .2236, .534, .060, 0},
                                         Reference{phrases, "1", true, present, 32, .6569, .1381, 31, 455.8, .8708,
                                                   .0439, .0397, .2482, .495, .179, .057},
                                         Reference{phrases, "1", true, padded, 64, .4958, .6672, 63, 661.5, .7390,
                                                   .3053, .3091, .2341, .102, .0124, .0076},
                                         Reference{phrases, "1", true, padded, 128, .3146, .7233, 66, 1304, .5620,
                                                   .5520, .5542, .4584, .0704, .0067, .0044},
                                         Reference{sentences, "0", false, padded, 64, .7244, .5573, 63, 377.7, .7840,
                                                   .1558, .1586, .1557, .143, .052, .033}));

}  // namespace
}  // namespace sextant::test
