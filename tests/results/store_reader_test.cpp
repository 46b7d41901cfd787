// Conditions as they are typed, and the runs of a store for which they hold.
#include "sextant/results/store_reader.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "sextant/results/results_where.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

TEST(ResultsWhere, ReadsConditions) {
  const auto all =
      parse_conditions("model.depth>=3 and status == done and a='x and y'  and b!=unset and c=true and d<-1e-3");
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].column, "model.depth");
  EXPECT_EQ(all[0].relation, ">=");
  EXPECT_EQ(all[0].value, 3);
  EXPECT_EQ(all[1].value, "done");
  EXPECT_EQ(all[2].relation, "==");
  EXPECT_EQ(all[2].value, "x and y");
  EXPECT_TRUE(all[3].value.is_null());
  EXPECT_EQ(all[4].value, 1);
  EXPECT_EQ(all[5].value, -1e-3);
  EXPECT_TRUE(parse_conditions("  ").empty());
}

TEST(ResultsWhere, RefusesTheRest) {
  const auto text = [](const char* where) { return error_text([&] { parse_conditions(where); }); };
  EXPECT_TRUE(contains(text("model.depth>="), "no value"));
  EXPECT_TRUE(contains(text("model.depth"), "expected one of =="));
  EXPECT_TRUE(contains(text("model.depth=>3"), "given '=>'"));
  EXPECT_TRUE(contains(text("a==1 or b==2"), "expected `and`"));
  EXPECT_TRUE(contains(text("a==1 and"), "nothing after"));
  EXPECT_TRUE(contains(text(">=1"), "no key"));
  EXPECT_TRUE(contains(text("a=='x"), "unterminated quote"));
  EXPECT_TRUE(contains(text("a>=x"), "expects a number"));
}

class StoreReaderTest : public testing::Test {
 protected:
  StoreReaderTest() : database_(directory_.file("s.sqlite"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    database_.exec(R"(CREATE TABLE runs (name TEXT, id INTEGER PRIMARY KEY, "model.depth", "position.kind");
      CREATE TABLE axes (key TEXT PRIMARY KEY, position INTEGER);
      INSERT INTO axes VALUES ('seed', 1), ('model.depth', 0);
      INSERT INTO runs VALUES ('a', 1, 2, 'learned'), ('b', 2, 3, 'x" OR 1=1'), ('c', 3, NULL, '4'), ('d', 4, 0.5, NULL);)");
  }

  std::string names(const std::string& where) const {
    std::string text;
    for (const auto& row : StoreReader(directory_.file("s.sqlite")).runs(parse_conditions(where)).rows)
      text += row[0].get<std::string>();
    return text;
  }

  TemporaryDirectory directory_;
  SQLite::Database database_;
};

TEST_F(StoreReaderTest, ConditionsHoldAsWritten) {
  EXPECT_EQ(names(""), "abcd");
  EXPECT_EQ(names("model.depth>=2"), "ab");
  EXPECT_EQ(names("model.depth<2.5"), "ad");
  EXPECT_EQ(names("model.depth==2.0"), "a");
  EXPECT_EQ(names("model.depth!=2"), "bcd");
  EXPECT_EQ(names("model.depth==unset"), "c");
  EXPECT_EQ(names("model.depth=auto"), "c");
  EXPECT_EQ(names("position.kind!=unset"), "abc");
  EXPECT_EQ(names("position.kind>3"), "");  // texts have no order among numbers
  EXPECT_EQ(names("position.kind==4"), "");
  EXPECT_EQ(names("position.kind=='4'"), "c");
  EXPECT_EQ(names("position.kind=='x\" OR 1=1'"), "b");
  EXPECT_EQ(names("model.depth>=2 and position.kind=learned"), "a");
  EXPECT_TRUE(contains(error_text([&] { names("1=1"); }), "no column '1'"));
  EXPECT_TRUE(contains(error_text([&] { names("model.detph==2"); }), "did you mean model.depth?"));
  EXPECT_EQ(StoreReader(directory_.file("s.sqlite")).axes(), (std::vector<std::string>{"model.depth", "seed"}));
}

/// A store as version 0.1 wrote it, whole numbers as doubles and without a table of readings.
TEST_F(StoreReaderTest, GivesOptionsInNormalFormAndMeasurementsAsTheyAre) {
  database_.exec(
      R"(ALTER TABLE runs ADD COLUMN status; ALTER TABLE runs ADD COLUMN code; ALTER TABLE runs ADD COLUMN step;
      ALTER TABLE runs ADD COLUMN "model.causal"; ALTER TABLE runs ADD COLUMN "final.test.loss";
      UPDATE runs SET status = 'done', code = 'c', step = 7, "model.causal" = 1, "final.test.loss" = 1.0;
      UPDATE runs SET "model.depth" = 2.0 WHERE id = 1;
      CREATE TABLE metrics (run, step, split, loss REAL, accuracy REAL, learning_rate REAL, gradient_norm REAL);
      INSERT INTO metrics VALUES (2, 10, 'test', 0.5, 0.25, NULL, NULL), (2, 5, 'train', 0.75, NULL, 0.1, 3);)");
  EXPECT_EQ(names("model.causal=true"), "abcd");
  EXPECT_EQ(names("model.causal=1"), "abcd");
  EXPECT_EQ(names("model.causal!=true"), "");
  EXPECT_EQ(names("final.test.loss=1"), "abcd");
  const StoreReader store(directory_.file("s.sqlite"));
  const ResultsTable table = store.runs({});
  EXPECT_EQ(table.rows[0][table.find("model.depth")].dump(), "2");
  EXPECT_EQ(table.rows[0][table.find("final.test.loss")].dump(), "1.0");
  const auto records = store.records("sweep/runs");
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[1].directory, "sweep/runs/b");
  EXPECT_EQ(records[1].step, 7);
  EXPECT_EQ(records[1].settings.dump(), R"({"model.depth":3,"position.kind":"x\" OR 1=1","model.causal":1})");
  EXPECT_EQ(records[1].finals["test.loss"], 1.0);
  ASSERT_EQ(records[1].metrics.size(), 2u);
  EXPECT_EQ(records[1].metrics[0].learning_rate, 0.1);
  EXPECT_EQ(records[1].metrics[1].accuracy, 0.25);
  database_.exec(R"(CREATE TABLE readings (run, step, name, value REAL);
      INSERT INTO readings VALUES (1, 0, 'meter.a', 1), (1, 0, 'meter.b', 2), (1, 4, 'meter.a', 3), (1, 4, 'meter.b', NULL))");
  const auto metrics = store.records("sweep/runs")[0].metrics;
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_EQ(metrics[0].find("meter.b"), 2);
  EXPECT_EQ(metrics[1].readings.size(), 1u);
  EXPECT_EQ(metrics[1].split, "meter");
}

TEST_F(StoreReaderTest, RefusesOtherFiles) {
  const auto text = [](const std::string& path) { return error_text([&] { StoreReader reader(path); }); };
  EXPECT_TRUE(
      contains(text(directory_.make_file("n", "not a database, but long enough to be looked at")), "cannot be read"));
  database_.exec("PRAGMA user_version = 2");
  EXPECT_TRUE(contains(text(directory_.file("s.sqlite")), "newer sextant (schema version 2"));
  SQLite::Database other(directory_.file("o.sqlite"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  other.exec("CREATE TABLE runs (x)");
  EXPECT_TRUE(contains(text(directory_.file("o.sqlite")), "not a results database"));
}

}  // namespace
}  // namespace sextant::test
