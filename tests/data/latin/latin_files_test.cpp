// The real puzzles of Ito et al., where they are there, and files that are wrong.
#include "sextant/data/latin/latin_files.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "sextant/core/files.h"
#include "sextant/data/latin/latin_collection.h"
#include "sextant/data/latin/latin_condition.h"
#include "sextant/data/latin/latin_search.h"
#include "tests/support/error_text.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

class RealLatinFiles : public testing::Test {
 protected:
  void SetUp() override {
    if (!file_exists(original_latin_file(folder_)))
      GTEST_SKIP() << "skipped: no data, " << folder_ << " is not there (set SEXTANT_DATA to its parent)";
  }
  std::string folder_ = shared_data("latin-squares");
};

// read_latin_file itself refuses a line whose condition, answer or uniqueness is not as found here.
TEST_F(RealLatinFiles, HaveThePapersStatistics) {
  const auto gen = read_latin_file(original_latin_file(folder_), 4);
  ASSERT_EQ(gen.size(), 108U);
  std::array<Index, 3> of_condition{};
  for (const auto& puzzle : gen) ++of_condition[static_cast<std::size_t>(puzzle.condition)];
  EXPECT_EQ(of_condition, (std::array<Index, 3>{36, 36, 36}));

  constexpr std::array mean_givens = {8.15, 6.34, 5.98};
  std::array<Index, 4> answers{};
  std::set<std::string> distinct;
  double nearest = 1;
  Index fewest = 16, most = 0;
  for (const auto condition : latin_conditions) {
    const auto puzzles = read_latin_file(generated_latin_file(folder_, condition), 4);
    ASSERT_EQ(puzzles.size(), 3000U);
    Index givens = 0;
    for (const auto& puzzle : puzzles) {
      EXPECT_EQ(puzzle.condition, condition);
      givens += puzzle.givens();
      fewest = std::min(fewest, puzzle.givens());
      most = std::max(most, puzzle.givens());
      ++answers[static_cast<std::size_t>(puzzle.answer - 1)];
      distinct.emplace(puzzle.cells.begin(), puzzle.cells.end());
      for (const auto& other : gen) nearest = std::min(nearest, jaccard_distance(puzzle, other));
    }
    EXPECT_NEAR(static_cast<double>(givens) / 3000, mean_givens[static_cast<std::size_t>(condition)], 0.005);
  }
  EXPECT_EQ(answers, (std::array<Index, 4>{2341, 2125, 2353, 2181}));
  EXPECT_EQ(distinct.size(), 9000U);
  EXPECT_EQ(nearest, 0.8125);
  EXPECT_EQ(fewest, 3);
  EXPECT_EQ(most, 11);
}

TEST_F(RealLatinFiles, AreSplitByConditionAndKeepTheOrderOfTheOriginals) {
  LatinRequest request;
  request.folder = folder_;
  const auto collection = latin_collection(request);
  EXPECT_EQ(collection->train.size(), 8100U);
  EXPECT_EQ(collection->test.size(), 900U);
  for (std::size_t i = 0; i < 900; ++i) EXPECT_EQ(collection->test[i].condition, latin_conditions[i / 300]);
  const auto gen = read_latin_file(original_latin_file(folder_), 4);
  ASSERT_EQ(collection->gen.size(), gen.size());
  for (std::size_t i = 0; i < gen.size(); ++i) EXPECT_EQ(collection->gen[i].cells, gen[i].cells);
  EXPECT_EQ(collection, latin_collection(request));  // made once
  request.pool.rows = 3001;
  EXPECT_TRUE(contains(error_text([&] { latin_collection(request); }), "3000 puzzles, 3001 requested"));
}

TEST(LatinFiles, NameTheLineThatIsWrong) {
  const TemporaryDirectory directory;
  const auto text = [&](const std::string& content) {
    const std::string path = directory.make_file("puzzles.csv", content);
    return error_text([&] { read_latin_file(path, 4); });
  };
  const std::string header = "ID,condition,puzzles,solutions\n";
  EXPECT_EQ(text(header + "0,Binary,1253000000000000,4\r\n"), "");
  EXPECT_TRUE(contains(text("ID,condition,cells,solutions\n"), "no column 'puzzles'"));
  EXPECT_TRUE(contains(text(header + "0,Binary,1253000000000000\n"), "line 2: 3 columns, expected 4"));
  EXPECT_TRUE(contains(text(header + "0,Ternary,1253000000000000,4\n"), "labelled Ternary, but the rule gives binary"));
  EXPECT_TRUE(contains(text(header + "0,Binary,1253000000000000,3\n"), "solution 3 given, but the rule gives 4"));
  EXPECT_TRUE(contains(text(header + "0,Binary,1253000000000000,four\n"), "the rule gives 4"));
  EXPECT_TRUE(contains(text(header + "0,Binary,1253004000000000,4\n"), "not have exactly one solution"));
  EXPECT_TRUE(contains(text(header + "0,Binary,124300000,3\n"), "size 3, expected 4"));
  EXPECT_TRUE(contains(error_text([&] { read_latin_file(directory.file("none.csv"), 4); }), "none.csv"));
}

}  // namespace
}  // namespace sextant::test
