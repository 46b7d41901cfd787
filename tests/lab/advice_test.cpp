// Over the lists: an encoding that cannot go beyond its table says so in one line with the way out, and one that acts
// inside attention is refused by name where there is none.
#include "sextant/lab/advice.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sextant/core/npy.h"
#include "sextant/core/tree.h"
#include "sextant/lab/assembly.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

/// A job of samples of up to 4 tokens of an encoding; one that reads a file gets a table of zeros.
Tree job_of(const VariantFacts& encoding, Index longest) {
  Tree job{{"task", {{"kind", "first_token"}, {"length", 3}, {"test_lengths", {3, longest}}}},
           {"model", {{"width", 8}, {"heads", 2}, {"causal", true}}},
           {"position", {{"kind", encoding.name}}}};
  const auto own = encoding.make_options();
  const auto names = option_names({own.get()});
  if (std::ranges::find(names, "file") != names.end()) {
    const std::string file = testing::TempDir() + "advice_table.npy";
    write_npy(file, {longest + 1, 8}, std::vector<double>(static_cast<std::size_t>(8 * (longest + 1)), 0.0));
    job["position"]["file"] = file;
  }
  return job;
}

bool says_beyond(const Tree& job) {
  for (const auto& sentence : advise(Configuration::read(job), 100))
    if (contains(sentence, "trained at lengths up to 3, tested at 9")) {
      EXPECT_TRUE(contains(sentence, job["position"]["kind"].get<std::string>())) << sentence;
      EXPECT_TRUE(contains(sentence, "position.randomise_to")) << sentence;
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
      return true;
    }
  return false;
}

TEST(Advice, IsGivenWhereAnEncodingEndsWithItsTableAndNowhereElse) {
  for (const auto& encoding : engine("float").positions().variants()) {
    Tree job = job_of(encoding, 9);
    EXPECT_EQ(says_beyond(job), encoding.beyond != "extends") << encoding.name;
    job["position"]["randomise_to"] = 10;
    EXPECT_FALSE(says_beyond(job)) << encoding.name;
    EXPECT_FALSE(says_beyond(job_of(encoding, 3))) << encoding.name;
  }
}

TEST(Advice, NeedsNoneWhereAnImpossibleCombinationIsRefusedByName) {
  for (const auto& mixer : engine("float").mixers().variants())
    for (const auto& encoding : engine("float").positions().variants()) {
      Tree job = job_of(encoding, 3);
      job["task"] = {{"kind", "word_order"}, {"length", 4}};
      job["model"] = {{"width", 8}, {"heads", 2}, {"mixer", mixer.name}};
      job["position"]["arrangement"] = "index";
      const std::string text = error_text([&] { Assembly assembly(Configuration::read(job)); });
      if (text.empty()) continue;
      EXPECT_TRUE(contains(text, fmt::format("position.kind: {} acts inside attention", encoding.name))) << text;
      EXPECT_TRUE(contains(text, mixer.name)) << text;
      EXPECT_NE(mixer.name, "attention") << text;
    }
}

}  // namespace
}  // namespace sextant::test
