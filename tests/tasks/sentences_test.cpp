// Sequence to sequence as language modelling: what is shown, what is asked, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_sentences(const std::string& kind, const Tree& options) {
  const auto& variant = task_family().find(kind);
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, 1);
}

class Sentences : public ::testing::Test {
 protected:
  std::unique_ptr<Task> make_scan(const std::string& train, const std::string& test, Tree options = Tree::object()) {
    options["train"] = directory_.make_file("train.txt", train);
    options["test"] = directory_.make_file("test.txt", test);
    return make_sentences("scan", options);
  }
  TemporaryDirectory directory_;
};

TEST_F(Sentences, OnlyOutputWordsAndTheEndAreAskedFor) {
  const auto task =
      make_scan("IN: walk twice OUT: I_WALK I_WALK\nIN: run OUT: I_RUN\n", "IN: run twice OUT: I_RUN I_RUN\n");
  EXPECT_EQ(task->shape().length, 5);    // walk twice | I_WALK I_WALK
  EXPECT_EQ(task->shape().features, 7);  // separator, end, walk, twice, I_WALK, run, I_RUN
  EXPECT_EQ(task->size("train"), 2);
  Batch batch;
  task->fill(batch, "train", 0, 2);
  EXPECT_EQ(batch.tokens, (std::vector<std::int32_t>{2, 3, 0, 4, 4, 5, 0, 6, -1, -1}));
  EXPECT_EQ(batch.labels, (std::vector<std::int32_t>{-1, -1, 4, 4, 1, -1, 6, 1, -1, -1}));
}

TEST_F(Sentences, RowsHaveKindsAndCanBeFewer) {
  const std::string test =
      "IN: run and run OUT: I_RUN I_RUN\nIN: run after run OUT: I_RUN I_RUN\nIN: run OUT: I_RUN\nIN: run and walk OUT: "
      "I_RUN I_WALK\n";
  const auto all = make_scan("IN: run OUT: I_RUN\n", test);
  EXPECT_EQ(all->groups("test"), (std::vector<std::string>{"and", "after", "one", "and"}));
  EXPECT_EQ(make_scan("IN: run OUT: I_RUN\n", test, {{"test_rows", 1}})->size("test"), 3);
  EXPECT_EQ(make_scan("IN: run OUT: I_RUN\n", test, {{"longest", 3}})->size("test"), 1);
}

TEST_F(Sentences, BatchesAreFunctionsOfSeedAndStep) {
  std::string lines;
  for (int i = 0; i < 50; ++i) lines += "IN: w" + std::to_string(i) + " OUT: I\n";
  const auto one = make_scan(lines, lines), two = make_scan(lines, lines);
  Batch a, b, other;
  one->fill_training(a, 16, 3, 7);
  two->fill_training(other, 16, 3, 1);
  two->fill_training(b, 16, 3, 7);
  EXPECT_EQ(a.tokens, b.tokens);
  EXPECT_NE(a.tokens, other.tokens);
}

TEST_F(Sentences, WhatIsWrongIsNamed) {
  EXPECT_TRUE(contains(error_text([] { make_sentences("scan", Tree::object()); }), "task.train=FILE"));
  EXPECT_TRUE(contains(error_text([] { make_sentences("cogs", Tree::object()); }), "the folder with train.tsv"));
  EXPECT_TRUE(contains(error_text([&] { make_scan("run OUT: I_RUN\n", ""); }), "train.txt:1: expected \"IN: words"));
  EXPECT_TRUE(contains(error_text([&] { make_scan("IN: run OUT: \n", ""); }), "source or target is empty"));
  EXPECT_TRUE(contains(error_text([&] {
                         make_scan("IN: run OUT: I_RUN\n", "IN: run OUT: I_RUN\n", {{"longest", 2}});
                       }),
                       "no samples of at most task.longest = 2 tokens"));
}

class Translations : public ::testing::Test {
 protected:
  Tree files(const std::string& source, const std::string& target) const {
    return {{"source", directory_.make_file("train.en", source)},
            {"target", directory_.make_file("train.de", target)},
            {"test_source", directory_.make_file("test.en", "A dog.\n")},
            {"test_target", directory_.make_file("test.de", "Ein Hund.\n")}};
  }
  TemporaryDirectory directory_;
};

TEST_F(Translations, AskForTheTranslationAlone) {
  const auto task = make_sentences("translation", files("A dog.\nA dog runs\n", "Ein Hund.\nEin Hund läuft\n"));
  EXPECT_EQ(task->shape().length, 7);  // a dog . | ein hund .
  EXPECT_TRUE(task->shape().told_by_later);
  Batch batch;
  task->fill(batch, "test", 0, 1);
  EXPECT_EQ(batch.tokens, (std::vector<std::int32_t>{2, 3, 4, 0, 5, 6, 4}));
  EXPECT_EQ(batch.labels, (std::vector<std::int32_t>{-1, -1, -1, 5, 6, 4, 1}));
}

TEST_F(Translations, KeepPairsOfFrequentWords) {
  Tree options = files("a dog .\na cat .\na dog runs\n", "ein hund .\neine katze .\nein hund läuft\n");
  options["top"] = 3;  // a, dog and the period; ein, hund and the period
  EXPECT_EQ(make_sentences("translation", options)->size("train"), 1);
  options["top"] = 0;
  EXPECT_EQ(make_sentences("translation", options)->size("train"), 3);
}

TEST_F(Translations, AreArrangedByTheirWords) {
  std::string source, target;
  for (int i = 0; i < 40; ++i) {
    source += i % 2 == 0 ? "a dog .\n" : "two dogs .\n";
    target += i % 2 == 0 ? "ein hund .\n" : "zwei hunde .\n";
  }
  Tree options = files(source, target);
  options["arrangement"] = "words";
  const auto places = make_sentences("translation", options)->true_positions();
  ASSERT_EQ(places.kind(), Arrangement::Kind::distances);
  const Table wanted = places.as_distances("test");
  EXPECT_NEAR(wanted(2, 6), 0, 1e-6);               // a period at both places
  EXPECT_NEAR(wanted(0, 1), std::sqrt(2.0), 0.05);  // no word at both, of halves that differ
}

TEST_F(Translations, MustBeParallel) {
  EXPECT_TRUE(contains(error_text([&] { make_sentences("translation", files("a dog .\na cat .\n", "ein hund .\n")); }),
                       "2 lines of the source and 1 of the target"));
  EXPECT_TRUE(contains(error_text([] { make_sentences("translation", Tree::object()); }), "task.source=FILE"));
}

TEST(RealSentences, HaveTheCountsOfTheirAuthors) {
  const std::string scan = shared_data("scan/add_prim_split/");
  if (!std::filesystem::exists(scan)) GTEST_SKIP() << "skipped: no data";
  const auto task = make_sentences(
      "scan", {{"train", scan + "tasks_train_addprim_jump.txt"}, {"test", scan + "tasks_test_addprim_jump.txt"}});
  EXPECT_EQ(task->size("train"), 14'670);
  EXPECT_EQ(task->size("test"), 7'706);
  EXPECT_EQ(task->shape().features, 2 + 13 + 6);  // words of commands and of actions
  const auto cogs = make_sentences("cogs", {{"data", shared_data("cogs")}, {"test_rows", 10}});
  EXPECT_EQ(cogs->size("train"), 24'155);
  EXPECT_EQ(cogs->size("gen"), 210);
}

}  // namespace
}  // namespace sextant::test
