// JSON of unknown origin: what is refused, and that depth is counted outside texts only.
#include "sextant/core/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using core::nested_too_deeply;
using core::parse_json;
using core::parse_json_or_null;

std::string lists(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonText, RefusesNestingBeforeItIsParsed) {
  EXPECT_EQ(parse_json(lists(200), "x.json").size(), 1u);
  EXPECT_EQ(error_text([] { parse_json(lists(201), "x.json"); }), "x.json: JSON nested more than 200 deep");
  EXPECT_TRUE(contains(error_text([] { parse_json(lists(100'000), "x.json"); }), "200 deep"));
  EXPECT_TRUE(contains(error_text([] { parse_json(std::string(100'000, '['), "x.json"); }), "200 deep"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_TRUE(contains(error_text([&] { parse_json(objects, "x.json"); }), "200 deep"));
  EXPECT_TRUE(parse_json_or_null(lists(100'000)).is_null());
}

TEST(JsonText, CountsNoBracketsInTexts) {
  const std::string brackets(1000, '[');
  EXPECT_FALSE(nested_too_deeply("[\"" + brackets + "\\\"" + brackets + "\", \"" + brackets + "\\\\\"]"));
  EXPECT_TRUE(nested_too_deeply("[\"\\\\\"," + brackets));
  std::string flat = "[";
  for (int i = 0; i < 1000; ++i) flat += "[1],";
  EXPECT_EQ(parse_json(flat + "2]", "x").size(), 1001u);
}

TEST(JsonText, NamesWhatIsWrong) {
  EXPECT_TRUE(contains(error_text([] { parse_json("{", "x.json"); }), "x.json: not valid JSON: parse error"));
  EXPECT_TRUE(parse_json_or_null("{").is_null());
  EXPECT_EQ(parse_json_or_null("{\"b\":1,\"a\":2}").dump(), "{\"b\":1,\"a\":2}");
}

}  // namespace
}  // namespace sextant::test
