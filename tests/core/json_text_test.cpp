// JSON of unknown origin: what is refused, and that depth is counted outside texts only.
#include "sextant/core/json_text.h"

#include <fmt/format.h>
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

TEST(JsonText, RefusesObjectsWithVeryManyKeysWhereTheirOrderIsKept) {
  std::string keys = "{";
  for (int i = 0; i < 10'000; ++i) keys += fmt::format("\"{}\":{{\"a:\":1}},", i);
  std::string enough = keys;
  enough.back() = '}';
  EXPECT_EQ(core::parse_json_in_order(enough, "x.json").size(), 10'000u);
  EXPECT_TRUE(contains(error_text([&] { core::parse_json_in_order(keys + "\"x\":1}", "x.json"); }), "10000 keys"));
  EXPECT_EQ(parse_json(keys + "\"x\":1}", "x.json").size(), 10'001u);
}

TEST(JsonText, NamesWhatIsWrong) {
  EXPECT_TRUE(contains(error_text([] { parse_json("{", "x.json"); }), "x.json: not valid JSON: parse error"));
  EXPECT_TRUE(parse_json_or_null("{").is_null());
  // nlohmann would take the zero byte for the end.
  EXPECT_EQ(error_text([] { parse_json(std::string("{}\0x", 4), "x.json"); }),
            "x.json: not valid JSON: byte 2 is zero");
  EXPECT_EQ(parse_json_or_null("{\"b\":1,\"a\":2}").dump(), "{\"b\":1,\"a\":2}");
}

}  // namespace
}  // namespace sextant::test
