// The rules of the tokenisers on small vocabularies; tests/oracles/hugging_face asks theirs on large ones.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sextant/data/text/bpe_files.h"
#include "sextant/data/text/token_cache.h"
#include "sextant/data/text/tokenizer.h"
#include "sextant/data/text/utf8.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

using TokenIds = std::vector<std::int32_t>;

TokenIds encode(Tokenizer& tokenizer, std::string_view text) {
  TokenIds ids;
  tokenizer.encode(text, ids);
  return ids;
}

TEST(Utf8, RepairsWhatIsNotWellFormedAsPythonDoes) {
  const std::pair<const char*, const char*> cases[] = {
      {"abc", "abc"},
      {"\xff"
       "a",
       "\xef\xbf\xbd"
       "a"},
      {"a\xe2\x82", "a\xef\xbf\xbd"},  // cut off: one
      {"\xe2\x82z", "\xef\xbf\xbdz"},
      {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},                                  // overlong
      {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},                  // a surrogate
      {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},  // beyond U+10FFFF
      {"\xf0\x9f\x98\x80\xef\xbf\xbd", "\xf0\x9f\x98\x80\xef\xbf\xbd"}};         // well-formed already
  for (const auto& [given, expected] : cases) {
    std::string room;
    EXPECT_EQ(well_formed(given, room), expected) << given;
  }
}

TEST(Utf8, EveryCodePointGoesThereAndBack) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xd800 && c < 0xe000) continue;
    std::string text;
    append_utf8(c, text);
    std::size_t at = 0;
    ASSERT_EQ(next_code_point(text, at), c);
    ASSERT_EQ(at, text.size());
  }
}

TEST(TokenCache, KnowsWhatItWasToldHoweverMuch) {
  TokenCache cache;
  const auto ids_of = [](std::int32_t i) { return TokenIds(static_cast<std::size_t>(i % 4), i); };
  constexpr std::int32_t most = 131'072, told = most + 1'000;
  for (std::int32_t i = 0; i < told; ++i) cache.remember("word " + std::to_string(i), ids_of(i));
  for (std::int32_t i = 0; i < told; ++i) {
    TokenIds ids = {-7};
    ASSERT_EQ(cache.add_known("word " + std::to_string(i), ids), i < most) << i;  // then it is full
    if (i >= most) continue;
    ids.erase(ids.begin());
    ASSERT_EQ(ids, ids_of(i));
  }
  TokenIds ids;
  EXPECT_FALSE(cache.add_known("other", ids));
}

TEST(Tokenizers, NumberWhatTheyMeet) {
  const auto words = make_whitespace_tokenizer();
  EXPECT_EQ(encode(*words,
                   " the\tcat\xc2\xa0the\xe3\x80\x80"
                   "dog\n"),
            (TokenIds{0, 1, 0, 2}));
  EXPECT_EQ(encode(*words, "dog"), TokenIds{2});
  EXPECT_EQ(words->vocabulary(), 3);
  const auto characters = make_character_tokenizer();
  EXPECT_EQ(encode(*characters, "a\xc3\xa9 a\xff\xef\xbf\xbd"), (TokenIds{0, 1, 2, 0, 3, 3}));
  EXPECT_EQ(characters->vocabulary(), 4);
}

class Wordpiece : public testing::Test {
 protected:
  Wordpiece() {
    std::string lines;
    for (const char* piece : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "a", "##a", ",", "e",
                              "\xe4\xb8\xad", "##b", "unaff"})
      lines += std::string(piece) + "\r\n";
    tokenizer_ = make_wordpiece_tokenizer(directory_.make_file("vocab.txt", lines));
  }
  TemporaryDirectory directory_;
  std::unique_ptr<Tokenizer> tokenizer_;
};

TEST_F(Wordpiece, TakesTheLongestPiecesOrNone) {
  EXPECT_EQ(encode(*tokenizer_, "unaffable"), (TokenIds{13, 6}));
  EXPECT_EQ(encode(*tokenizer_, "unx a"), (TokenIds{1, 7}));
  EXPECT_EQ(encode(*tokenizer_, std::string(100, 'a')).size(), 100u);
  EXPECT_EQ(encode(*tokenizer_, std::string(101, 'a')), TokenIds{1});
  EXPECT_EQ(tokenizer_->vocabulary(), 14);
  EXPECT_EQ(tokenizer_->special().begin, 2);
  EXPECT_EQ(tokenizer_->special().end, 3);
  EXPECT_EQ(tokenizer_->special().padding, 0);
}

TEST_F(Wordpiece, NormalisesAsBertDoes) {
  EXPECT_EQ(encode(*tokenizer_, "UN,A"), (TokenIds{4, 9, 7}));               // lower case, punctuation apart
  EXPECT_EQ(encode(*tokenizer_, "\xc3\x89 e\xcc\x81"), (TokenIds{10, 10}));  // E with acute, in one or in two
  EXPECT_EQ(encode(*tokenizer_,
                   "a\xe4\xb8\xad"
                   "b"),
            (TokenIds{7, 11, 1}));  // CJK apart
  EXPECT_EQ(encode(*tokenizer_,
                   "a\x01\xe2\x80\x8b"
                   "b\xef\xbf\xbd"),
            (TokenIds{7, 12}));  // control and format out
  EXPECT_EQ(encode(*tokenizer_,
                   "a\xc2\xa0"
                   "a"),
            (TokenIds{7, 7}));  // no-break space
  EXPECT_EQ(encode(*tokenizer_,
                   "a\x0b"
                   "b"),
            (TokenIds{7, 12}));                                  // a vertical tab is a control character first
  EXPECT_EQ(encode(*tokenizer_, "[CLS]"), (TokenIds{1, 1, 1}));  // text, not a special token
}

TEST_F(Wordpiece, NeedsAnUnknownPiece) {
  const std::string path = directory_.make_file("other.txt", "a\nb\n");
  EXPECT_TRUE(contains(error_text([&] { make_wordpiece_tokenizer(path); }), "other.txt: no [UNK] token"));
  const std::string empty = directory_.make_file("empty.txt", "");
  EXPECT_TRUE(contains(error_text([&] { make_wordpiece_tokenizer(empty); }), "empty vocabulary"));
}

TEST(BytePairs, SplitAsThePatternOfGpt2) {
  const auto split = [](std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
      parts.emplace_back(text.substr(0, first_bpe_part(text)));
      text.remove_prefix(parts.back().size());
    }
    return parts;
  };
  using Parts = std::vector<std::string>;
  EXPECT_EQ(split("I'll don't 's"), (Parts{"I", "'ll", " don", "'t", " '", "s"}));
  EXPECT_EQ(split("a  b\n c \n"), (Parts{"a", " ", " b", "\n", " c", " \n"}));
  EXPECT_EQ(split("x2 ?!3"), (Parts{"x", "2", " ?!", "3"}));
  EXPECT_EQ(split("\xc3\xa9\xc2\xb2\xc2\xa0z"), (Parts{"\xc3\xa9", "\xc2\xb2", "\xc2\xa0", "z"}));
  EXPECT_EQ(split("'S'"), (Parts{"'", "S", "'"}));
  EXPECT_EQ(split("   "), Parts{"   "});
}

class Bpe : public testing::Test {
 protected:
  // The 256 bytes in their written form, then what the merges make.
  void make(const std::vector<std::string>& symbols, const std::string& merges) {
    nlohmann::json encoder;
    char32_t other = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      const bool printable = (byte > 32 && byte < 127) || (byte > 160 && byte != 173);
      std::string text;
      append_utf8(printable ? static_cast<char32_t>(byte) : other++, text);
      encoder[text] = byte;
    }
    for (const auto& symbol : symbols) encoder[symbol] = encoder.size();
    tokenizer_ = make_bpe_tokenizer(directory_.make_file("encoder.json", encoder.dump()),
                                    directory_.make_file("vocab.bpe", "#version: 0.2\n" + merges));
  }
  TemporaryDirectory directory_;
  std::unique_ptr<Tokenizer> tokenizer_;
};

TEST_F(Bpe, MergesTheEarliestPairFirst) {
  make({"ab", "bc", "abc",
        "\xc4\xa0"
        "a",
        "<|endoftext|>"},
       "b c\na b\na bc\n\xc4\xa0 a\n");
  EXPECT_EQ(encode(*tokenizer_, "abc"), TokenIds{258});
  EXPECT_EQ(encode(*tokenizer_, "abab"), (TokenIds{256, 256}));
  EXPECT_EQ(encode(*tokenizer_, "x ab"), (TokenIds{'x', ' ', 256}));
  EXPECT_EQ(encode(*tokenizer_, " a\xff"), (TokenIds{259, 0xef, 0xbf, 0xbd}));
  EXPECT_EQ(tokenizer_->special().end, 260);
  EXPECT_EQ(tokenizer_->vocabulary(), 261);
  EXPECT_EQ(encode(*tokenizer_, std::string(10'000, 'a')).size(), 10'000u);
}

TEST_F(Bpe, RefusesFilesThatDoNotBelongTogether) {
  EXPECT_TRUE(contains(error_text([&] { make({}, "a b\n"); }), "vocab.bpe, line 2: 'ab' is not in"));
  EXPECT_TRUE(contains(error_text([&] { make({"abc"}, "a b c\n"); }), "expected two tokens"));
  const std::string broken = directory_.make_file("broken.json", "{\"a\":0}");
  EXPECT_TRUE(contains(error_text([&] { make_bpe_tokenizer(broken, broken); }), "has no id"));
  const std::string list = directory_.make_file("list.json", "[]");
  EXPECT_TRUE(contains(error_text([&] { make_bpe_tokenizer(list, list); }), "expected an object"));
}

}  // namespace
}  // namespace sextant::test
