// TOML in and out: exact numbers, the order of the file, errors with line and column, overrides.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>

#include "sextant/core/options.h"
#include "sextant/core/tree.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

double any_double() { return std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>()); }

std::string any_text() {
  std::string text;
  for (auto point : *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 0x11000))) {
    const bool surrogate = point >= 0xd800 && point < 0xe000;
    if (surrogate || *rc::gen::arbitrary<bool>()) point %= 0x80;  // half of them ASCII, with all control characters
    if (point < 0x80) {
      text += static_cast<char>(point);
    } else if (point < 0x800) {
      text += static_cast<char>(0xc0 | (point >> 6));
      text += static_cast<char>(0x80 | (point & 63));
    } else if (point < 0x10000) {
      text += static_cast<char>(0xe0 | (point >> 12));
      text += static_cast<char>(0x80 | ((point >> 6) & 63));
      text += static_cast<char>(0x80 | (point & 63));
    } else {
      text += static_cast<char>(0xf0 | (point >> 18));
      text += static_cast<char>(0x80 | ((point >> 12) & 63));
      text += static_cast<char>(0x80 | ((point >> 6) & 63));
      text += static_cast<char>(0x80 | (point & 63));
    }
  }
  return text;
}

Tree any_section(int depth);

Tree any_value(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 6 : 4)) {
    case 0:
      return *rc::gen::arbitrary<bool>();
    case 1:
      return *rc::gen::arbitrary<std::int64_t>();
    case 2: {
      const double number = any_double();
      return std::isfinite(number) ? number : 0.5;  // JSON's text, which is compared, has no inf and nan
    }
    case 3:
      return any_text();
    case 4: {
      Tree list = Tree::array();
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) list.push_back(any_value(depth - 1));
      return list;
    }
    default: {
      Tree list = Tree::array();
      list.push_back(any_section(depth - 1));  // a section in a list
      return list;
    }
  }
}

Tree any_section(int depth) {
  Tree section = Tree::object();
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) section[any_text()] = any_value(depth);
  if (depth == 0) return section;
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    const std::string name = "section" + any_text();
    if (!section.contains(name)) section[name] = any_section(depth - 1);
  }
  return section;
}

RC_GTEST_PROP(Toml, DoublesComeBackBitForBit, ()) {
  const double number = any_double();
  const Tree back = parse_toml(write_toml(Tree{{"x", number}}), "test");
  RC_ASSERT(back["x"].is_number_float());
  if (std::isnan(number))
    RC_ASSERT(std::isnan(back["x"].get<double>()));
  else
    RC_ASSERT(std::bit_cast<std::uint64_t>(back["x"].get<double>()) == std::bit_cast<std::uint64_t>(number));
}

RC_GTEST_PROP(Toml, IntegersComeBackAsIntegers, (std::int64_t number)) {
  const Tree back = parse_toml(write_toml(Tree{{"x", number}}), "test");
  RC_ASSERT(back["x"].is_number_integer());
  RC_ASSERT(back["x"].get<std::int64_t>() == number);
}

// The text of the dump tells integers from doubles and shows the order, which == on numbers does not.
RC_GTEST_PROP(Toml, TreesComeBackInOrder, ()) {
  const Tree tree = any_section(2);
  const Tree back = parse_toml(write_toml(tree), "test");
  RC_ASSERT(back.dump() == tree.dump());
}

TEST(Toml, EdgesOfNumbers) {
  for (double number : {0.0, -0.0, 1.0, 1e300, 5e-324, 0.1, 1e22, -1e15, std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::max()}) {
    const std::string text = write_toml(Tree{{"x", number}});
    const Tree back = parse_toml(text, "test");
    ASSERT_TRUE(back["x"].is_number_float()) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back["x"].get<double>()), std::bit_cast<std::uint64_t>(number)) << text;
  }
  EXPECT_TRUE(contains(error_text([] { write_toml(Tree{{"x", UINT64_MAX}}); }), "18446744073709551615"));
  EXPECT_EQ(write_toml(Tree{{"x", nullptr}}), "x = \"auto\"\n");
}

TEST(Toml, KeepsTheOrderOfTheFile) {
  const Tree tree =
      parse_toml("zulu = 1\n[tango]\nyankee = 2\nalpha.c = 3\nalpha.b = 4\n[bravo]\nx = {q = 1, a = 2}", "test");
  EXPECT_EQ(tree.dump(), R"({"zulu":1,"tango":{"yankee":2,"alpha":{"c":3,"b":4}},"bravo":{"x":{"q":1,"a":2}}})");
}

TEST(Toml, WritesValuesBeforeSections) {
  Tree tree;
  tree["section"]["x"] = 1;
  tree["value"] = 2;
  EXPECT_EQ(write_toml(tree), "value = 2\n\n[section]\nx = 1\n");
}

TEST(Toml, ErrorsNameFileLineAndColumn) {
  EXPECT_TRUE(contains(error_text([] { parse_toml("a = 1\nb = = 2", "run.toml"); }), "run.toml, line 2, column 5"));
  EXPECT_TRUE(contains(error_text([] { parse_toml("a = 1\na = 2", "run.toml"); }), "run.toml, line 2"));
  EXPECT_TRUE(contains(error_text([] { parse_toml("a = 1979-05-27", "run.toml"); }), "line 1, column 5: dates"));
  EXPECT_TRUE(contains(error_text([] { parse_toml("a = '\xff'", "run.toml"); }), "run.toml, line 1"));
  TemporaryDirectory directory;
  const std::string path = directory.make_file("broken.toml", "[model\n");
  EXPECT_TRUE(contains(error_text([&] { read_toml_file(path); }), path + ", line 1"));
  EXPECT_TRUE(contains(error_text([&] { read_toml_file(directory.file("none.toml")); }), "No such file"));
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Toml, RefusesNestingByItsLine) {
  const auto refusal = [](const std::string& text) { return error_text([&] { parse_toml(text, "run.toml"); }); };
  const int many = 20'000;
  const std::string expected = "run.toml, line 2: sections and lists nested more than 64 deep";
  EXPECT_EQ(refusal("a = 1\n[" + repeated("a.", many) + "a]\n"), expected);
  EXPECT_EQ(refusal("a = 1\n[[" + repeated("\"a\" . ", many) + "a]]\n"), expected);
  EXPECT_EQ(refusal("a = 1\n" + repeated("b.", many) + "b = 1\n"), expected);
  EXPECT_EQ(refusal("a = 1\nb = " + repeated("[", many)), expected);
  EXPECT_EQ(refusal("a = 1\nb = " + repeated("{a=", many)), expected);
  EXPECT_EQ(refusal("a = 1\nb = [{" + repeated("a.", 40) + "a = {" + repeated("a.", 40) + "a = 1}}]"), expected);
  EXPECT_EQ(refusal("[" + repeated("a.", 40) + "a]\n" + repeated("b.", 40) + "b = 1\n"), expected);
}

TEST(Toml, CountsNoDepthInTextNumbersAndComments) {
  const std::string brackets = repeated("[.", 100);
  const std::string text = "a = \"" + brackets + "\\\"" + brackets + "\" # " + brackets + "\nb = '" + brackets +
                           "'\nc = \"\"\"" + brackets + "\n\"" + brackets + "\"\"\"\"\"\nd = [" +
                           repeated("0.5, ", 100) + "]\n'" + brackets + "' = 1\n" + repeated("[x]\n", 0) +
                           "e.f = [[1]]\n";
  EXPECT_EQ(error_text([&] { parse_toml(text, "run.toml"); }), "");
  EXPECT_EQ(parse_toml(text, "run.toml").size(), 6u);
  EXPECT_EQ(error_text([&] { parse_toml("[" + repeated("a.", 60) + "a]\n" + repeated("x = 1\n", 1), "run.toml"); }),
            "");
}

TEST(Override, RefusesKeysWithoutEnd) {
  Tree tree;
  EXPECT_TRUE(contains(error_text([&] { apply_override(tree, repeated("a.", 20'000) + "a=1"); }), "64 deep"));
}

TEST(Override, ReadsTomlValuesAndBareTexts) {
  Tree tree = parse_toml("[model]\nwidth = 1", "test");
  for (const char* assignment :
       {"model.width=64", "model.rate=1e-3", "model.causal=true", "position.kind=rotary", "position.table=data/x.npy#w",
        "model.list=[1, 2]", "name = \"two words\"", "model.empty=", "sigma=auto", "model.formula=a=b"})
    apply_override(tree, assignment);
  EXPECT_EQ(tree.dump(), R"({"model":{"width":64,"rate":0.001,"causal":true,"list":[1,2],"empty":"","formula":"a=b"},)"
                         R"("position":{"kind":"rotary","table":"data/x.npy#w"},"name":"two words","sigma":"auto"})");
}

TEST(Override, RefusesWhatHasNoPlace) {
  Tree tree = parse_toml("[model]\nwidth = 1", "test");
  const auto refusal = [&](const char* assignment) { return error_text([&] { apply_override(tree, assignment); }); };
  EXPECT_TRUE(contains(refusal("model.width"), "expected key=value"));
  EXPECT_TRUE(contains(refusal("=3"), "empty part"));
  EXPECT_TRUE(contains(refusal("model..width=3"), "empty part"));
  EXPECT_TRUE(contains(refusal("model=3"), "model is a section"));
  EXPECT_TRUE(contains(refusal("model.width.x=3"), "model.width is a value, not a section"));
  EXPECT_TRUE(contains(refusal("model.name=\xff\xfe"), "UTF-8"));
  EXPECT_EQ(tree.dump(), R"({"model":{"width":1}})");
}

}  // namespace
}  // namespace sextant::test
