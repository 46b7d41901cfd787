// One value, one form, one text.
#include "sextant/results/option_value.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sextant::test {
namespace {

/// As config.toml, as the store of version 0.1 and as a person has it.
struct Spellings {
  Tree written, stored;
  const char* typed;
  Tree normal;
  const char* text;
};

TEST(OptionValue, EverySpellingHasOneFormAndOneText) {
  const Spellings all[] = {{true, 1, "true", 1, "1"},
                           {false, 0, "0", 0, "0"},
                           {1.0, 1.0, "1.0", 1, "1"},
                           {-3, -3.0, "-3", -3, "-3"},
                           {0.1, 0.1, "0.1", 0.1, "0.1"},
                           {1e-5, 1e-5, "1e-5", 1e-5, "1e-05"},
                           {"auto", nullptr, "unset", nullptr, "unset"},
                           {"auto", "auto", "auto", nullptr, "unset"},
                           {"learned", "learned", "learned", "learned", "learned"},
                           {{4, 4}, "[4,4]", "[4,4]", "[4,4]", "[4,4]"},
                           {{"a", "b"}, R"(["a","b"])", R"(["a","b"])", R"(["a","b"])", R"(["a","b"])"}};
  for (const auto& one : all) {
    for (const Tree& value : {normal_value(one.written), normal_value(one.stored), parse_typed_value(one.typed)}) {
      EXPECT_EQ(value, one.normal) << one.text;
      EXPECT_EQ(value.dump(), one.normal.dump());  // 1 and 1.0 are equal, but not the same
      EXPECT_EQ(normal_value(value), value);
    }
    EXPECT_EQ(value_text(one.written), one.text);
    EXPECT_EQ(value_text(one.stored), one.text);
  }
}

TEST(OptionValue, LargeAndStrangeNumbersStayWhatTheyAre) {
  EXPECT_EQ(normal_value(Tree(std::uint64_t(7))).type(), Tree(7).type());
  EXPECT_TRUE(normal_value(1e300).is_number_float());
  EXPECT_EQ(value_text(INFINITY), "inf");
  EXPECT_TRUE(normal_value(NAN).is_null());
  EXPECT_EQ(normal_value("4"), "4");  // a text that looks like a number is a text
}

TEST(OptionValue, SectionsBecomeDottedKeysAndBack) {
  const Tree tree{{"seed", 1}, {"model", {{"depth", 2}, {"inner", {{"leaf", "x"}}}}}};
  const Tree flat = flatten(tree);
  EXPECT_EQ(flat.dump(), R"({"seed":1,"model.depth":2,"model.inner.leaf":"x"})");
  EXPECT_EQ(unflatten(flat), tree);
}

TEST(OptionValue, SettingsAreWhatIsSet) {
  EXPECT_EQ(normal_settings({{"a", true}, {"b", "auto"}, {"c", 2.0}}).dump(), R"({"a":1,"c":2})");
}

}  // namespace
}  // namespace sextant::test
