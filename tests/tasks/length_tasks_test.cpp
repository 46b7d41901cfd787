// The tasks for lengths: every label is what the rule of the task says of the tokens before it, at each length that is
// trained or tested.
#include <gtest/gtest.h>

#include <algorithm>

#include "sextant/core/tree.h"
#include "sextant/tasks/task.h"

namespace sextant::test {
namespace {

using Tokens = std::vector<std::int32_t>;

/// One sample: its tokens, the first place with a label, and the labels from there on.
struct Sample {
  Tokens tokens;
  std::size_t first = 0;
  Tokens answer;
};

Sample sample_of(const Batch& batch, Index number, Index length) {
  Sample sample;
  const Index own = batch.length_of(number, length);
  for (Index i = 0; i < own; ++i) {
    const auto place = static_cast<std::size_t>(number * length + i);
    sample.tokens.push_back(batch.tokens[place]);
    if (batch.labels[place] == Batch::unscored) continue;
    if (sample.answer.empty()) sample.first = static_cast<std::size_t>(i);
    sample.answer.push_back(batch.labels[place]);
  }
  return sample;
}

std::unique_ptr<Task> make_length_task(const std::string& kind) {
  const auto& variant = task_family().find(kind);
  const auto own = variant.make_options();
  read_options(Tree{{"length", {2, 6}}, {"test_lengths", {6, 11}}, {"test_rows", 20}}, "task", {own.get()});
  return variant.make(*own, 5);
}

/// Calls `check(n, sample)` with samples of training (n unknown, 0) and of every split.
template <class Check>
void for_samples(const std::string& kind, const Check& check) {
  const auto task = make_length_task(kind);
  const Index length = task->shape().length;
  EXPECT_EQ(task->splits(), (std::vector<std::string>{"test", "length_6", "length_11"}));
  Batch batch;
  task->fill_training(batch, 30, 1, 4);
  for (Index i = 0; i < 30; ++i) check(Index(0), sample_of(batch, i, length));
  for (const auto& [split, n] : {std::pair<const char*, Index>{"test", 0}, {"length_6", 6}, {"length_11", 11}}) {
    task->fill(batch, split, 0, 20);
    for (Index i = 0; i < 20; ++i) check(n, sample_of(batch, i, length));
  }
}

/// Prompt, separator, answer: labels continue what stands behind the separator.
void expect_answers(const std::string& kind, Tokens (*rule)(Tokens)) {
  for_samples(kind, [&](Index n, const Sample& sample) {
    const Tokens prompt(sample.tokens.begin(), sample.tokens.begin() + static_cast<std::ptrdiff_t>(sample.first));
    if (n > 0) {
      EXPECT_EQ(static_cast<Index>(prompt.size()), n);
    }
    EXPECT_EQ(sample.answer, rule(prompt)) << kind;
    for (std::size_t i = 0; i + 1 < sample.answer.size(); ++i)
      EXPECT_EQ(sample.tokens[sample.first + 1 + i], sample.answer[i])
          << "an answer token is given after it was predicted";
  });
}

TEST(LengthTasks, CopyReverseAndSort) {
  expect_answers("copy", [](Tokens prompt) { return prompt; });
  expect_answers("reverse", [](Tokens prompt) {
    std::ranges::reverse(prompt);
    return prompt;
  });
  expect_answers("sort", [](Tokens prompt) {
    std::ranges::sort(prompt);
    return prompt;
  });
}

TEST(LengthTasks, ParityModularSumAndFirstToken) {
  const auto sum = [](const Tokens& prompt, std::int32_t modulus) {
    std::int32_t total = 0;
    for (const auto token : prompt) total += token;
    return Tokens{total % modulus};
  };
  expect_answers("parity",
                 [](Tokens prompt) { return Tokens{static_cast<std::int32_t>(std::ranges::count(prompt, 1) % 2)}; });
  for_samples("modular_sum", [&](Index, const Sample& sample) {
    EXPECT_EQ(sample.answer, sum({sample.tokens.begin(), sample.tokens.end() - 1}, 5));
  });
  expect_answers("first_token", [](Tokens prompt) { return Tokens{prompt.front()}; });
}

TEST(LengthTasks, OddsFirstEvenPairsAndCycleNavigation) {
  expect_answers("odds_first", [](Tokens prompt) {
    Tokens odds, evens;
    for (std::size_t i = 0; i < prompt.size(); ++i) (i % 2 == 0 ? odds : evens).push_back(prompt[i]);
    odds.insert(odds.end(), evens.begin(), evens.end());
    return odds;
  });
  expect_answers("even_pairs", [](Tokens prompt) {
    std::int32_t pairs = 0;
    for (std::size_t i = 1; i < prompt.size(); ++i) pairs += prompt[i] != prompt[i - 1] ? 1 : 0;
    return Tokens{pairs % 2};
  });
  expect_answers("cycle_navigation", [](Tokens prompt) {
    std::int32_t place = 0;
    for (const auto move : prompt) place += move == 2 ? -1 : move;
    return Tokens{(place % 5 + 5) % 5};
  });
}

TEST(LengthTasks, ModularArithmetic) {
  bool multiplied = false;
  for_samples("modular_arithmetic", [&](Index n, const Sample& sample) {
    if (n > 0) {
      EXPECT_EQ(static_cast<Index>(sample.tokens.size()), 2 * n);
    }
    std::vector<std::int64_t> terms = {sample.tokens[0]};
    for (std::size_t i = 1; i + 1 < sample.tokens.size(); i += 2) {
      const std::int64_t number = sample.tokens[i + 1];
      multiplied = multiplied || sample.tokens[i] == 7;
      if (sample.tokens[i] == 7)
        terms.back() *= number;
      else
        terms.push_back(sample.tokens[i] == 5 ? number : -number);
    }
    std::int64_t total = 0;
    for (const auto term : terms) total += term;
    EXPECT_EQ(sample.tokens.back(), 8);
    EXPECT_EQ(sample.answer, Tokens{static_cast<std::int32_t>((total % 5 + 5) % 5)});
  });
  EXPECT_TRUE(multiplied);
}

TEST(LengthTasks, MissingDuplicate) {
  for_samples("missing_duplicate", [](Index n, const Sample& sample) {
    const std::size_t half = sample.tokens.size() / 2;
    if (n > 0) {
      EXPECT_EQ(static_cast<Index>(half), n);
    }
    EXPECT_EQ(std::ranges::count(sample.tokens, 2), 1);
    for (std::size_t i = 0; i < half; ++i)
      EXPECT_EQ(sample.tokens[i], sample.tokens[half + i] == 2 ? sample.answer[0] : sample.tokens[half + i]);
  });
}

TEST(LengthTasks, DigitAddition) {
  for_samples("digit_addition", [](Index n, const Sample& sample) {
    const auto plus = static_cast<std::size_t>(std::ranges::find(sample.tokens, 10) - sample.tokens.begin());
    if (n > 0) {
      EXPECT_EQ(static_cast<Index>(plus), n);
    }
    const auto number = [&](std::size_t first) {
      std::int64_t value = 0;
      for (std::size_t i = plus; i-- > 0;) value = 10 * value + sample.tokens[first + i];
      return value;
    };
    std::int64_t total = 0;
    for (std::size_t i = sample.answer.size(); i-- > 0;) total = 10 * total + sample.answer[i];
    EXPECT_EQ(total, number(0) + number(plus + 1));
  });
}

TEST(LengthTasks, NeedleAndDyck) {
  for_samples("needle", [](Index n, const Sample& sample) {
    const std::size_t pairs = (sample.tokens.size() - 2) / 2;
    if (n > 0) {
      EXPECT_EQ(static_cast<Index>(pairs), n);
    }
    Index found = 0;
    for (std::size_t i = 0; i < pairs; ++i)
      if (sample.tokens[2 * i] == sample.tokens.back()) {
        ++found;
        EXPECT_EQ(sample.answer, Tokens{sample.tokens[2 * i + 1]});
      }
    EXPECT_EQ(found, 1);
  });
  for_samples("dyck_2", [](Index n, const Sample& sample) {
    if (n > 0) {
      EXPECT_EQ(static_cast<Index>(sample.tokens.size()), 2 * n);
    }
    Tokens open, closed;
    for (const auto token : sample.tokens) {
      if (token < 2) {
        open.push_back(token);
        continue;
      }
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(token, 2 + open.back());
      open.pop_back();
      closed.push_back(token);
    }
    EXPECT_TRUE(open.empty());
    EXPECT_EQ(sample.answer, closed);
  });
}

}  // namespace
}  // namespace sextant::test
