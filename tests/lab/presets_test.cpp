// Presets: everything that they set is there in the end, at any width, and whatever the user says comes first.
#include "sextant/lab/presets.h"

#include <gtest/gtest.h>

#include "sextant/core/tree.h"
#include "sextant/lab/assembly.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

TEST(Presets, SetEveryKeyThatTheyNameAtAnyWidth) {
  for (const auto& preset : list_presets())
    for (const Index width : {16, 30, 64, 768}) {
      SCOPED_TRACE(fmt::format("{} {}", preset.name, width));
      const Tree given{{"like", preset.name}, {"model", {{"width", width}}}};
      const Tree keys = expand_preset(given);
      const Tree resolved = Configuration::read(given).write();
      EXPECT_FALSE(resolved.contains("like"));
      EXPECT_EQ(resolved.at("model").at("width"), width);
      Index count = 0;
      for (const auto& [section, values] : keys.items())
        for (const auto& [key, value] : values.items()) {
          EXPECT_EQ(resolved.at(section).value(key, Tree()), value) << section << "." << key;
          ++count;
        }
      EXPECT_GE(count, 20);
      EXPECT_EQ(describe_preset(given, resolved).size(), static_cast<std::size_t>(count));
    }
}

TEST(Presets, MakeModelsOfTheirTasks) {
  for (const auto& preset : list_presets()) {
    SCOPED_TRACE(preset.name);
    Tree given{{"like", preset.name}, {"model", {{"width", 32}}}, {"train", {{"batch", 2}}}};
    if (preset.name == "zhang") given["task"] = {{"rows", 16'000}};
    Assembly assembly(Configuration::read(given));
    assembly.session().initialise();
    EXPECT_TRUE(assembly.session().make_step().fault.empty());
  }
}

TEST(Presets, GiveWayToTheUser) {
  const auto read = [](const Tree& given) { return Configuration::read(given).write(); };
  const Tree other = read({{"like", "gpt2"},
                           {"task", {{"kind", "word_order"}}},
                           {"model", {{"width", 32}, {"heads", 2}, {"activation", "relu"}}},
                           {"position", {{"kind", "alibi"}}},
                           {"optimizer", {{"kind", "sgd"}}}});
  EXPECT_EQ(other["model"]["heads"], 2);
  EXPECT_EQ(other["model"]["activation"], "relu");
  EXPECT_EQ(other["model"]["norm_place"], "pre");
  EXPECT_EQ(other["model"]["tied"], false) << "this task has no vocabulary to tie to";
  EXPECT_EQ(other["position"]["kind"], "alibi");
  EXPECT_EQ(other["optimizer"]["kind"], "sgd");
  EXPECT_EQ(read({{"like", "gpt2"}})["model"]["tied"], true);
  EXPECT_EQ(
      read({{"like", "llama"}, {"model", {{"mixer", "gru"}}}, {"position", {{"kind", "none"}}}})["model"]["mixer"],
      "gru");
  EXPECT_EQ(read({{"like", "zhang"}, {"train", {{"steps", 77'700}}}})["schedule"]["warmup"], 3700);
  EXPECT_EQ(read({{"model", {{"width", 32}}}})["model"]["norm_place"], "post") << "nothing is set without a preset";
}

TEST(Presets, UnknownNamesAreRefusedWithTheNearest) {
  const auto refusal = [](const Tree& like) { return error_text([&] { Configuration::read({{"like", like}}); }); };
  EXPECT_TRUE(contains(refusal("gtp2"), "like: no preset 'gtp2'; did you mean gpt2?"));
  EXPECT_TRUE(contains(refusal(3), "like: expected the name of a preset"));
}

}  // namespace
}  // namespace sextant::test
