// Results: tables as text, groups over seeds, comparisons paired by seed.
#include "sextant/results/results.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sextant/core/random.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/results_comparison.h"
#include "sextant/results/results_groups.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

const std::vector<std::string> no_keys;
const std::string metric = "final.test.accuracy";

double accuracy(Index depth, Index seed) {
  return 0.5 + 0.02 * static_cast<double>(depth) +
         0.1 * Random(1, Stream::data, static_cast<std::uint64_t>(depth)).uniform(static_cast<std::uint64_t>(seed));
}

/// Depths 2 and 3, seeds 1 to 8; seed 8 of depth 3 diverged, on its way down.
ResultsTable small_table() {
  ResultsTable table{{"name", "status", "code", "seed", "model.depth", "position.kind", metric}, {}};
  for (Index depth : {3, 2})
    for (Index seed = 1; seed <= 8; ++seed) {
      const bool diverged = depth == 3 && seed == 8;
      table.rows.push_back({fmt::format("{}-{}", depth, seed), diverged ? "diverged" : "done", "c", seed, depth,
                            "learned", diverged ? 0.01 : accuracy(depth, seed)});
    }
  return table;
}

TEST(ResultsTable, WritesCsvAndJson) {
  const double third = 1.0 / 3;
  const ResultsTable table{{"a", "b,c"}, {{1, "say \"x\", y"}, {nullptr, third}, {INFINITY, "plain"}}};
  EXPECT_EQ(write_csv(table), "a,\"b,c\"\n1,\"say \"\"x\"\", y\"\n,0.3333333333333333\ninf,plain\n");
  EXPECT_EQ(
      Tree::parse(write_json(table)),
      Tree::parse(R"([{"a":1,"b,c":"say \"x\", y"},{"a":null,"b,c":0.3333333333333333},{"a":null,"b,c":"plain"}])"));
  EXPECT_TRUE(contains(error_text([&] { table.find("b.c"); }), "no column 'b.c'"));
  EXPECT_EQ(table.select({"b,c"}).rows[1], std::vector<Tree>{third});
}

TEST(ResultsGroups, CountsEveryRunAndAveragesThoseThatAreDone) {
  const auto groups = summarise(small_table(), {"model.depth"}, {metric}, {});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].settings, std::vector<Tree>{2});
  EXPECT_EQ(groups[0].done, 8);
  EXPECT_EQ(groups[1].done, 7);
  EXPECT_EQ(groups[1].diverged, 1);
  EXPECT_EQ(groups[1].failed, 0);
  std::vector<double> values;
  for (Index seed = 1; seed <= 7; ++seed) values.push_back(accuracy(3, seed));
  const auto& summary = groups[1].metrics.at(0);
  EXPECT_EQ(summary.seeds, 7);
  EXPECT_DOUBLE_EQ(summary.mean, mean(values));
  EXPECT_DOUBLE_EQ(summary.deviation, standard_deviation(values));
  ASSERT_TRUE(summary.interval);
  EXPECT_EQ(summary.interval->low, bootstrap_mean(values)->low);
}

TEST(ResultsGroups, TheSeedIsTheUnit) {
  const auto groups = summarise(small_table(), no_keys, {metric}, {});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].done, 15);
  EXPECT_EQ(groups[0].metrics[0].seeds, 8);  // not 15: both depths of a seed are one value
  double sum = accuracy(2, 8);
  for (Index seed = 1; seed <= 7; ++seed) sum += (accuracy(2, seed) + accuracy(3, seed)) / 2;
  EXPECT_NEAR(groups[0].metrics[0].mean, sum / 8, 1e-15);
}

TEST(ResultsGroups, SaysWhatAveragesHide) {
  auto table = small_table();
  EXPECT_TRUE(hidden_differences(table, {"model.depth"}).empty());
  EXPECT_EQ(hidden_differences(table, no_keys), std::vector<std::string>{"model.depth"});
  table.rows[0][table.find("code")] = "another";
  EXPECT_EQ(hidden_differences(table, {"model.depth"}), std::vector<std::string>{"code"});
}

TEST(ResultsComparison, PairsBySeed) {
  const auto all = compare(small_table(), {"model.depth", {}}, {"position.kind"}, {metric}, {});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].first, 2);
  EXPECT_EQ(all[0].second, 3);
  EXPECT_EQ(all[0].pairs, 7);
  EXPECT_EQ(all[0].unpaired, 1);
  std::vector<double> differences;
  for (Index seed = 1; seed <= 7; ++seed) differences.push_back(accuracy(2, seed) - accuracy(3, seed));
  EXPECT_DOUBLE_EQ(all[0].difference, mean(differences));
  EXPECT_EQ(all[0].wilcoxon_p, wilcoxon_test(differences).p);
  EXPECT_EQ(all[0].permutation_p, sign_flip_test(differences).p);
  EXPECT_EQ(all[0].t_p, paired_t_test(differences).p);
}

TEST(ResultsComparison, CorrectsOverTheComparisonsOfAMetric) {
  auto table = small_table();
  for (auto row : small_table().rows) {  // a third depth, clearly better
    if (row[4] != 2) continue;
    row[4] = 4;
    row[6] = row[6].get<double>() + 0.3;
    table.rows.push_back(row);
  }
  const auto all = compare(table, {"model.depth", {}}, no_keys, {metric}, {});
  ASSERT_EQ(all.size(), 3u);
  std::vector<double> p;
  for (const auto& one : all) p.push_back(one.permutation_p);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(all[i].permutation_holm, holm_adjusted(p)[i]);
  const auto chosen = compare(table, parse_comparison("model.depth=4 vs model.depth=2"), no_keys, {metric}, {});
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_NEAR(chosen[0].difference, 0.3, 1e-12);
  EXPECT_EQ(chosen[0].permutation_holm, chosen[0].permutation_p);
}

TEST(ResultsComparison, RefusesWhatCannotBeCompared) {
  const auto text = [](const char* request) {
    return error_text([&] { compare(small_table(), parse_comparison(request), no_keys, {metric}, {}); });
  };
  EXPECT_TRUE(contains(text("position.kind"), "nothing to compare"));
  EXPECT_TRUE(contains(text("seed"), "paired by"));
  EXPECT_TRUE(contains(text("model.dpeth"), "did you mean model.depth?"));
  EXPECT_TRUE(contains(text("model.depth=2 vs model.depth=5"), "found: 2, 3"));
  EXPECT_TRUE(contains(text("model.depth=2 vs seed=5"), "one key"));
  EXPECT_TRUE(contains(text("model.depth=2 vs model.depth=2"), "the same"));
  EXPECT_TRUE(contains(text("model.depth=2"), "KEY=A vs KEY=B"));
}

TEST(Results, ChoosesColumnsByTheirMeaning) {
  Results results;
  results.runs = small_table();
  results.runs.columns.insert(results.runs.columns.end(), {"final.test.loss", "final.none", "final.train.accuracy"});
  for (auto& row : results.runs.rows) row.insert(row.end(), {0.5, nullptr, 0.25});
  EXPECT_EQ(results.metrics(), (std::vector<std::string>{metric, "final.train.accuracy", "final.test.loss"}));
  EXPECT_EQ(results.varying(), std::vector<std::string>{"model.depth"});
  EXPECT_EQ(results.default_groups(), std::vector<std::string>{"model.depth"});
  results.axes = {"position.kind", "seed"};
  EXPECT_EQ(results.default_groups(), std::vector<std::string>{"position.kind"});
}

}  // namespace
}  // namespace sextant::test
