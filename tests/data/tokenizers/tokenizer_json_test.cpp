// tokenizer.json against the ids that Hugging Face's tokenizers gave (goldens.json, written by
// tests/oracles/hugging_face/compare_tokenizer_json.py), and what must be refused.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/data/text/tokenizer.h"
#include "sextant/data/tokenizers/text_pattern.h"

namespace sextant::test {
namespace {

using data::TextPattern;
using nlohmann::json;

std::vector<std::int32_t> encode(data::Tokenizer& tokenizer, const std::string& text) {
  const auto special = tokenizer.special();
  std::vector<std::int32_t> ids = special.before;
  tokenizer.encode(text, ids);
  ids.insert(ids.end(), special.behind.begin(), special.behind.end());
  return ids;
}

TEST(TokenizerJson, GivesTheIdsOfTheReference) {
  const json goldens = json::parse(core::read_file(SEXTANT_TEST_DATA "/data/tokenizers/goldens.json"));
  const auto texts = goldens["texts"].get<std::vector<std::string>>();
  ASSERT_GT(texts.size(), 20u);
  for (const auto& [name, own] : goldens["tokenizers"].items()) {
    const auto tokenizer = data::parse_json_tokenizer(own["tokenizer"].dump(), name);
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_EQ(encode(*tokenizer, texts[i]), own["ids"][i].get<std::vector<std::int32_t>>())
          << name << ": " << texts[i];
  }
}

/// The matches of a pattern, divided by bars.
std::string matches(const std::string& pattern, const std::string& text) {
  const TextPattern own = TextPattern::regular_expression(pattern, "test");
  std::string found;
  std::size_t at = 0;
  for (auto span = own.find(text, 0); span; span = own.find(text, at)) {
    found += text.substr(span->begin, span->end - span->begin) + "|";
    at = span->end;
  }
  return found;
}

TEST(TextPattern, MatchesAsBacktrackingEnginesDo) {
  EXPECT_EQ(matches("a|ab", "ab"), "a|");
  EXPECT_EQ(matches("(?:a|ab)c", "abc"), "abc|");
  EXPECT_EQ(matches("a{2,3}", "aaaaa"), "aaa|aa|");
  EXPECT_EQ(matches("a+?b|a", "aab"), "aab|");
  EXPECT_EQ(matches("a?+a", "aa a"), "aa|");
  EXPECT_EQ(matches("(?i:'s)", "'S's'\u017f"), "'S|'s|'\u017f|");
  EXPECT_EQ(matches("\\s+(?!\\S)|\\s+", "a   b  "), "  | |  |");
  EXPECT_EQ(matches("[^\\r\\n\\p{L}]?\\p{L}+", "x1é中 y"), "x|1é中| y|");
  EXPECT_EQ(matches("[a-c\\-\\]]+", "ab-]d"), "ab-]|");
}

TEST(TextPattern, RefusesWhatItDoesNotKnow) {
  for (const char* pattern : {"(?<=a)b", "^a", "a$", "(a*)*", "a*", "", "[[:alpha:]]", "\\b", "\\p{Han}", "(a", "a)",
                              "a{2000}", "[b-a]", "a**", "(?#c)"})
    EXPECT_THROW(TextPattern::regular_expression(pattern, "test"), core::Error) << pattern;
}

}  // namespace
}  // namespace sextant::test
