// Series from files: every format holds the same numbers, axes and labels are found out and said, bad files are named.
#include "sextant/data/series/series.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"
#include "tests/support/error_text.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

constexpr Index times = 24, variables = 6;

/// What tests/data/series/make_files.py wrote.
double value(Index t, Index v) {
  return std::sin(0.7 * static_cast<double>(t) + static_cast<double>(v)) + static_cast<double>(v);
}

std::string made(const std::string& name) { return SEXTANT_TEST_DATA "/data/series/" + name; }

bool notes_say(const SeriesTable& series, const std::string& part) {
  return std::ranges::any_of(series.notes, [&](const auto& note) { return contains(note, part); });
}

void expect_the_series(const SeriesTable& series, double tolerance) {
  ASSERT_EQ(series.recordings.size(), 1U);
  const Table& table = series.recordings.front().values;
  ASSERT_EQ(table.rows, times);
  ASSERT_EQ(table.columns, variables);
  for (Index t = 0; t < times; ++t)
    for (Index v = 0; v < variables; ++v) ASSERT_NEAR(table(t, v), value(t, v), tolerance) << t << " " << v;
}

std::vector<double> series_values(bool time_first, Index count = times) {
  std::vector<double> values;
  for (Index i = 0; i < (time_first ? count : variables); ++i)
    for (Index j = 0; j < (time_first ? variables : count); ++j)
      values.push_back(time_first ? value(i, j) : value(j, i));
  return values;
}

std::string text_of_series(const char* delimiter, const std::string& header = "") {
  std::string text = header;
  for (Index t = 0; t < times; ++t)
    for (Index v = 0; v < variables; ++v)
      text += fmt::format("{}{}", value(t, v), v + 1 == variables ? "\n" : delimiter);
  return text;
}

TEST(Series, ReadsMatlab5WithItsLabels) {
  const auto series = read_series({.data = made("small_v5.mat")});
  expect_the_series(series, 0);
  EXPECT_EQ(series.labels, (std::vector<std::string>{"Visual", "Visual", "Motor", "Motor", "Default", "Default"}));
  EXPECT_TRUE(notes_say(series, "using array 'ts'"));
  EXPECT_TRUE(notes_say(series, "time runs along the rows"));
  expect_the_series(read_series({.data = made("small_v5.mat#ts")}), 0);
  EXPECT_TRUE(contains(error_text([] { read_series({.data = made("small_v5.mat#tz")}); }), "did you mean ts?"));
  EXPECT_TRUE(contains(error_text([] { read_series({.data = made("small_v5.mat#lab")}); }),
                       "expected (time, variables) with at least 2 of each"));
}

TEST(Series, ReadsMatlab5BesideStructsAndSparseArrays) {
  expect_the_series(read_series({.data = made("mixed_v5.mat#ts")}), 0);
}

TEST(Series, ReadsMatlab73AndHdf5AndCifti) {
  const auto newer = read_series({.data = made("small_v73.mat")});
  expect_the_series(newer, 0);
  EXPECT_EQ(newer.labels, (std::vector<std::string>{"1", "1", "2", "2", "3", "3"}));
  const auto hdf5 = read_series({.data = made("small.h5")});
  expect_the_series(hdf5, 1e-6);
  EXPECT_EQ(hdf5.labels.size(), 6U);
  expect_the_series(read_series({.data = made("small.h5#rest/series")}), 1e-6);
  const auto cifti = read_series({.data = made("small.ptseries.nii")});
  expect_the_series(cifti, 1e-6);
  ASSERT_EQ(cifti.variables.size(), 6U);
  EXPECT_EQ(cifti.variables[1], "L_MST_ROI");
  EXPECT_TRUE(notes_say(cifti, "time runs along the columns"));
}

TEST(Series, ReadsNumpyAndSafetensorsInEitherOrder) {
  const TemporaryDirectory directory;
  write_npy(directory.file("first.npy"), {times, variables}, series_values(true));
  write_npy(directory.file("second.npy"), {variables, times}, series_values(false));
  for (const auto* name : {"first.npy", "second.npy"})
    expect_the_series(read_series({.data = directory.file(name)}), 0);
  const auto values = series_values(false);
  const std::vector<double> ones(12, 1.0);
  write_safetensors(directory.file("two.safetensors"),
                    {{"mask", "F64", {12}, ones.data(), ones.size() * 8},
                     {"bold", "F64", {variables, times}, values.data(), values.size() * 8}},
                    {});
  expect_the_series(read_series({.data = directory.file("two.safetensors")}), 0);
  expect_the_series(read_series({.data = directory.file("two.safetensors#bold")}), 0);
}

TEST(Series, ReadsTextWithAnyDelimiterHeaderAndNamesOfRows) {
  const TemporaryDirectory directory;
  for (const auto& [name, delimiter] :
       {std::pair{"a.csv", ","}, std::pair{"b.tsv", "\t"}, std::pair{"c.csv", ";"}, std::pair{"d.txt", "  "}})
    expect_the_series(read_series({.data = directory.make_file(name, text_of_series(delimiter))}), 1e-12);
  const auto named =
      read_series({.data = directory.make_file("e.csv", text_of_series(",", "\"V1, left\",b,c,d,e,f\r\n"))});
  expect_the_series(named, 1e-12);
  EXPECT_EQ(named.variables, (std::vector<std::string>{"V1, left", "b", "c", "d", "e", "f"}));
  std::string pandas = ",a,b\n", rows;  // with the numbers of rows; and a variable in each line
  for (int t = 0; t < 20; ++t) pandas += fmt::format("{},{},{}\n", t, t % 3, t % 5);
  for (const char* name : {"x", "y", "z"}) {
    rows += name;
    for (int t = 0; t < 20; ++t) rows += fmt::format(",{}", (t * (name[0] - 'w')) % 7);
    rows += "\n";
  }
  const auto frame = read_series({.data = directory.make_file("f.csv", pandas)});
  EXPECT_EQ(frame.variables, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(frame.recordings[0].values(7, 1), 2);
  const auto lines = read_series({.data = directory.make_file("g.csv", rows)});
  EXPECT_EQ(lines.variables, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(lines.recordings[0].values.rows, 20);
}

TEST(Series, FindsTheAxisOfTime) {
  const TemporaryDirectory directory;
  // Fewer times than variables, which only labels or several recordings can tell.
  write_npy(directory.file("wide.npy"), {12, 20}, [] {
    std::vector<double> values;
    for (int i = 0; i < 240; ++i) values.push_back(i * i % 17);
    return values;
  }());
  const std::string wide = directory.file("wide.npy");
  EXPECT_EQ(read_series({.data = wide}).count(), 12);
  EXPECT_EQ(read_series({.data = wide, .time = "rows"}).count(), 20);
  std::string labels = "network\n";
  for (int i = 0; i < 20; ++i) labels += i % 2 ? "left side\n" : "right side\n";
  const auto labelled = read_series({.data = wide, .labels = directory.make_file("labels.txt", labels)});
  EXPECT_EQ(labelled.count(), 20);
  EXPECT_EQ(labelled.labels[3], "left side");
  EXPECT_TRUE(notes_say(labelled, "as many entries as there are labels"));
  std::filesystem::create_directory(directory.file("people"));
  for (const Index count : {10, 11, 14})
    write_npy(directory.file(fmt::format("people/p{}.npy", count)), {count, variables}, series_values(true, count));
  write_npy(directory.file("people/p9.npy"), {40, variables}, series_values(true, 40));
  directory.make_file("people/terms.txt", "do not share");
  directory.make_file("people/notes.pdf", "x");
  const auto people = read_series({.data = directory.file("people")});
  EXPECT_EQ(people.count(), variables);
  ASSERT_EQ(people.recordings.size(), 4U);
  EXPECT_EQ(people.recordings[3].values.rows, 40);  // sorted by name
  EXPECT_TRUE(notes_say(people, "skipped notes.pdf, terms.txt"));
  EXPECT_TRUE(notes_say(people, "only the other axis is equally long"));
}

TEST(Series, ReadsLabelsAndCoordinatesInManyForms) {
  const TemporaryDirectory directory;
  const std::vector<std::string> expected{"1", "2", "2"};
  for (const auto& [name, text] :
       {std::pair{"a.txt", "1\n2\n2\n"}, std::pair{"b.txt", "label\n1\n2\n2"}, std::pair{"c.csv", "x,1\ny,2\nz,2\n"},
        std::pair{"d.tsv", "name\tnetwork\tcolour\nx\t1\tred\ny\t2\tblue\nz\t2\tblue\n"}})
    EXPECT_EQ(read_labels(directory.make_file(name, text), 3), expected) << name;
  EXPECT_EQ(read_labels(directory.file("d.tsv#colour"), 3), (std::vector<std::string>{"red", "blue", "blue"}));
  EXPECT_EQ(read_labels(made("small_v5.mat#lab"), 6)[2], "Motor");
  EXPECT_TRUE(contains(error_text([&] { read_labels(directory.file("a.txt"), 7); }), "3 labels, expected 7"));
  EXPECT_TRUE(contains(error_text([&] { read_labels(directory.file("d.tsv#color"), 3); }), "did you mean colour?"));
  const Table points = read_coordinates(directory.make_file("xyz.csv", "x,y,z\n1,2,3\n4,5,6\n"), 2);
  EXPECT_EQ(points(1, 2), 6);
  EXPECT_THROW(read_coordinates(directory.file("xyz.csv"), 3), Error);
}

TEST(Series, NamesWhatIsWrong) {
  const TemporaryDirectory directory;
  const auto refusal = [&](const std::string& name, const std::string& content) {
    return error_text([&] { read_series({.data = directory.make_file(name, content)}); });
  };
  std::string good = text_of_series(",");
  EXPECT_TRUE(contains(refusal("ragged.csv", good + "1,2,3\n"), "ragged.csv, line 25: 3 numbers, expected 6"));
  EXPECT_TRUE(contains(refusal("word.csv", good + "1,2,x,4,5,6\n"), "line 25, column 3: 'x' is not a number"));
  EXPECT_TRUE(contains(refusal("nan.csv", good + "1,2,nan,4,5,6\n"), "variable 3 is nan at time point 25"));
  EXPECT_TRUE(contains(refusal("empty.csv", ""), "no numeric rows found"));
  EXPECT_TRUE(contains(refusal("short.csv", "1,2\n3,4\n5,7\n"), "expected at least 10"));
  std::string constant;
  for (int t = 0; t < 12; ++t) constant += fmt::format("{},4,{}\n", t, t * t);
  EXPECT_TRUE(contains(refusal("constant.csv", constant), "variable 2 is constant"));
  EXPECT_TRUE(contains(refusal("series.xyz", "1"), ".ptseries.nii"));
  EXPECT_TRUE(contains(refusal("dense.dtseries.nii", "1"), "only parcellated series"));
  EXPECT_TRUE(contains(refusal("broken.mat", "MATLAB 5.0 MAT-file but not really"), "broken.mat: "));
  EXPECT_TRUE(contains(refusal("broken.h5", "no"), "not an HDF5 file"));
  EXPECT_TRUE(contains(refusal("broken.ptseries.nii", "no"), "not a CIFTI file"));
  EXPECT_TRUE(contains(error_text([&] { read_series({.data = directory.file("nowhere.csv")}); }), "nowhere.csv"));
  std::filesystem::create_directory(directory.file("empty"));
  EXPECT_TRUE(contains(error_text([&] { read_series({.data = directory.file("empty")}); }), "has no time series file"));
}

TEST(Series, RefusesFilesThatAreCutOff) {
  const TemporaryDirectory directory;
  for (const std::string name : {"small_v5.mat", "small_v73.mat", "small.h5", "small.ptseries.nii"}) {
    std::ifstream file(made(name), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    for (const double share : {0.05, 0.3, 0.6, 0.9}) {
      const auto length = static_cast<std::size_t>(share * static_cast<double>(whole.size()));
      const std::string cut = directory.make_file(name, whole.substr(0, length));
      EXPECT_TRUE(contains(error_text([&] { read_series({.data = cut}); }), name)) << share;
    }
  }
}

/// An element of a MATLAB file of version 5: type, length and content, which the caller pads to 8 bytes.
std::string mat_element(std::uint32_t type, const std::string& content) {
  std::string bytes(8, '\0');
  const auto length = static_cast<std::uint32_t>(content.size());
  std::memcpy(bytes.data(), &type, 4);
  std::memcpy(bytes.data() + 4, &length, 4);
  return bytes + content;
}

/// A file with one array of so many rows and columns; `content`: its numbers or cells.
std::string mat_file(char kind, std::uint32_t rows, std::uint32_t columns, const std::string& content) {
  std::string header(124, ' '), sizes(8, '\0'), flags(8, '\0');
  std::memcpy(sizes.data(), &rows, 4);
  std::memcpy(sizes.data() + 4, &columns, 4);
  flags[0] = kind;
  return header + std::string("\0\1IM", 4) +
         mat_element(14, mat_element(6, flags) + mat_element(5, sizes) + mat_element(1, "variable") + content);
}

TEST(Series, RefusesMatlabArraysLargerThanTheirFile) {
  const TemporaryDirectory directory;
  const auto refusal = [&](const std::string& bytes) {
    return error_text([&] { read_series({.data = directory.make_file("made.mat", bytes)}); });
  };
  constexpr char cells = 1, doubles = 6;
  const std::string numbers = mat_element(9, std::string(20 * 2 * 8, '\1'));  // 20 x 2
  EXPECT_TRUE(contains(refusal(mat_file(doubles, 20, 2, numbers)), "constant")) << "a sound file comes through";
  EXPECT_TRUE(contains(refusal(mat_file(doubles, 2000, 2000, numbers)), "more entries than its bytes can hold"));
  EXPECT_TRUE(
      contains(refusal(mat_file(doubles, 1u << 31, 1u << 31, numbers)), "more entries than its bytes can hold"));
  EXPECT_TRUE(contains(refusal(mat_file(cells, 40, 1, mat_element(14, ""))), "more entries than are present"));
  // Sparse: what it claims is no length of anything.
  constexpr char sparse = 5;
  const std::string words(8, '\0'), few = mat_element(5, words) + mat_element(5, words) + mat_element(9, words);
  EXPECT_TRUE(contains(refusal(mat_file(sparse, 1u << 20, 1, few)), "no numeric array"));
  const std::string sound = mat_file(doubles, 20, 2, numbers);
  EXPECT_TRUE(contains(refusal(sound.substr(0, sound.size() - 8)), "truncated, or a wrong length"));
  EXPECT_TRUE(contains(refusal(std::string(40, '\0')), "not a MATLAB file of version 5 or 7.3"));
}

TEST(Series, RefusesHdf5ThatReadsOtherFiles) {
  const auto refusal = [](const char* name) { return error_text([&] { read_series({.data = made(name)}); }); };
  EXPECT_TRUE(contains(refusal("external.h5"), "external.h5: dataset 'ts' keeps its numbers in another file"));
  EXPECT_TRUE(contains(refusal("external_v73.mat"), "external_v73.mat: dataset 'ts' keeps its numbers in another"));
  EXPECT_TRUE(contains(refusal("virtual.h5"), "virtual.h5: dataset 'ts' is virtual"));
  EXPECT_TRUE(contains(refusal("linked.h5"), "linked.h5: link 'more' leads to another file"));
}

TEST(Series, ReadsTheRealRecordings) {
  if (!std::filesystem::exists(shared_data("fmri"))) GTEST_SKIP() << "skipped: no data";
  const auto one = read_series({.data = shared_data("fmri/schaefer200/timeseries.mat")});
  EXPECT_EQ(one.count(), 200);
  EXPECT_EQ(one.recordings.front().values.rows, 1200);
  EXPECT_EQ(one.labels.size(), 200U);
  EXPECT_TRUE(std::ranges::count(one.labels, "ContA") > 0);
  const auto people = read_series({.data = shared_data("fmri/hcp-glasser360"),
                                   .labels = shared_data("fmri/cab-np/cortex_parcel_network_assignments.txt")});
  EXPECT_EQ(people.recordings.size(), 24U);
  EXPECT_EQ(people.count(), 360);
  EXPECT_EQ(people.recordings.back().values.rows, 1195);
  EXPECT_TRUE(notes_say(people, "skipped HCP_DataUseTerms.txt"));
}

}  // namespace
}  // namespace sextant::test
