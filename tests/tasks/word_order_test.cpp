// Word order: the same sets in two orders, and no set on both sides of the split.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"
#include "sextant/tasks/token_sets.h"

namespace sextant::test {
namespace {

using WordTokens = std::vector<std::int32_t>;

std::unique_ptr<Task> make_word_order(const Tree& options, std::uint64_t seed = 1) {
  const auto& variant = task_family().find("word_order");
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, seed);
}

WordTokens sample(const Batch& batch, Index length, Index i) {
  return {batch.tokens.begin() + i * length, batch.tokens.begin() + (i + 1) * length};
}

/// The label that the order of the tokens deserves; fails unless all tokens are different.
std::int32_t order_of(WordTokens tokens) {
  const bool exchanged = tokens[0] > tokens[1];
  if (exchanged) std::swap(tokens[0], tokens[1]);
  EXPECT_TRUE(std::is_sorted(tokens.begin(), tokens.end()));
  EXPECT_EQ(std::adjacent_find(tokens.begin(), tokens.end()), tokens.end());
  return exchanged ? 1 : 0;
}

struct WordOrderCase {
  Index length, vocabulary;
};

class WordOrder : public testing::TestWithParam<WordOrderCase> {};

TEST_P(WordOrder, LabelsSayTheOrderAndSetsAreNeverShared) {
  const auto [length, vocabulary] = GetParam();
  const auto task = make_word_order({{"length", length}, {"vocabulary", vocabulary}, {"test_sets", 50}}, 7);
  std::set<WordTokens> training;
  Batch batch;
  std::array<Index, 2> labels{};
  for (std::uint64_t step = 0; step < 40; ++step) {
    task->fill_training(batch, 64, 7, step);
    for (Index i = 0; i < 64; ++i) {
      WordTokens tokens = sample(batch, length, i);
      const auto label = batch.labels[static_cast<std::size_t>(i)];
      EXPECT_EQ(label, order_of(tokens));
      ++labels[static_cast<std::size_t>(label)];
      std::ranges::sort(tokens);
      training.insert(tokens);
    }
  }
  EXPECT_NEAR(static_cast<double>(labels[0]) / (40 * 64), 0.5, 0.05);
  task->fill(batch, "test", 0, task->size("test"));
  for (Index i = 0; i < batch.samples; i += 2) {
    WordTokens ascending = sample(batch, length, i);
    WordTokens exchanged = sample(batch, length, i + 1);
    EXPECT_EQ(order_of(ascending), 0);
    EXPECT_EQ(order_of(exchanged), 1);
    EXPECT_EQ(batch.labels[static_cast<std::size_t>(i)], 0);
    EXPECT_EQ(batch.labels[static_cast<std::size_t>(i) + 1], 1);
    std::ranges::sort(exchanged);
    EXPECT_EQ(ascending, exchanged);
    EXPECT_FALSE(training.contains(ascending));
  }
}

// The last two have far more sets than can be listed.
INSTANTIATE_TEST_SUITE_P(Sizes, WordOrder,
                         testing::Values(WordOrderCase{2, 6}, WordOrderCase{4, 16}, WordOrderCase{3, 9},
                                         WordOrderCase{5, 300}, WordOrderCase{20, 64}));

TEST(TokenSets, ListsEverySetOnceAndKeepsTheFraction) {
  const TokenSets sets({.vocabulary = 9, .length = 3, .train_fraction = 0.5, .test_limit = 1000, .seed = 2});
  std::set<WordTokens> test;
  for (Index i = 0; i < sets.test_count(); ++i) test.insert({sets.test_set(i).begin(), sets.test_set(i).end()});
  EXPECT_EQ(sets.test_count(), 42);  // half of C(9, 3) = 84
  EXPECT_EQ(test.size(), 42U);
  std::set<WordTokens> training;
  WordTokens drawn(3);
  for (std::uint64_t step = 0; step < 3000; ++step) {
    sets.draw_training(Random(1, Stream::data, step), drawn);
    training.insert(drawn);
    EXPECT_FALSE(test.contains(drawn));
  }
  EXPECT_EQ(training.size(), 42U);
}

TEST(TokenSets, TooManyToListAreSplitByTheirHash) {
  const TokenSets sets({.vocabulary = 300, .length = 5, .train_fraction = 0.7, .test_limit = 400, .seed = 2});
  ASSERT_FALSE(sets.listed());
  std::set<WordTokens> test;
  for (Index i = 0; i < sets.test_count(); ++i) {
    EXPECT_FALSE(sets.hashes_to_training(sets.test_set(i)));
    test.insert({sets.test_set(i).begin(), sets.test_set(i).end()});
  }
  EXPECT_EQ(test.size(), 400U);
  WordTokens drawn(5);
  for (std::uint64_t step = 0; step < 400; ++step) {
    sets.draw_training(Random(1, Stream::data, step), drawn);
    EXPECT_TRUE(sets.hashes_to_training(drawn));
  }
  Index training = 0;  // the hash keeps the fraction
  for (std::int32_t i = 0; i < 4000; ++i)
    training += sets.hashes_to_training(WordTokens{i, i + 1, i + 2, i + 3, i + 4});
  EXPECT_NEAR(static_cast<double>(training) / 4000, 0.7, 0.04);
}

TEST(TokenSets, CountsSets) {
  EXPECT_EQ(count_sets(16, 4, 1'000'000), 1820);
  EXPECT_EQ(count_sets(5, 5, 10), 1);
  EXPECT_EQ(count_sets(40, 20, 1'000'000), 1'000'001);
  EXPECT_EQ(count_sets(1'000'000, 999'999, 1'000'000), 1'000'000);
  EXPECT_EQ(count_sets(1'000'000, 500'000, 1'000'000), 1'000'001);
}

TEST(TokenSets, AnotherSeedSplitsOtherwise) {
  for (const Index vocabulary : {12, 300}) {
    const TokenSets one({.vocabulary = vocabulary, .length = 4, .train_fraction = 0.8, .test_limit = 60, .seed = 1});
    const TokenSets two({.vocabulary = vocabulary, .length = 4, .train_fraction = 0.8, .test_limit = 60, .seed = 2});
    EXPECT_FALSE(std::ranges::equal(one.test_set(0), two.test_set(0)));
  }
}

TEST(WordOrder, RefusesWhatCannotBe) {
  EXPECT_THROW(make_word_order({{"length", 1}}), Error);
  EXPECT_THROW(make_word_order({{"length", 4}, {"vocabulary", 4}}), Error);
  EXPECT_THROW(make_word_order({{"train_fraction", 1.0}}), Error);
  EXPECT_THROW(make_word_order({{"test_sets", 0}}), Error);
}

}  // namespace
}  // namespace sextant::test
