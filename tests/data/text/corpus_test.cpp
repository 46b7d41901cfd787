// Corpora in every format: what a document is, where a line ends, and what is said of broken files.
#include "sextant/data/text/corpus.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>

#include "sextant/core/npy.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

using Texts = std::vector<std::string>;
using Ids = std::vector<std::vector<std::int32_t>>;

Texts texts_of(const CorpusRequest& request) {
  const auto source = open_texts(request);
  Texts texts;
  for (std::string_view text; source->next(text);) texts.emplace_back(text);
  return texts;
}

Ids ids_of(const CorpusRequest& request) {
  const auto source = open_corpus(request);
  Ids documents;
  for (std::vector<std::int32_t> ids; source->next(ids);) documents.push_back(ids);
  return documents;
}

std::string gzip(const std::string& path, const std::string& content) {
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
  return path;
}

class Corpus : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& content) { return directory_.make_file(name, content); }
  std::string refusal(const CorpusRequest& request) {
    return error_text([&] { ids_of(request); });
  }
  TemporaryDirectory directory_;
};

TEST_F(Corpus, LinesEndWithLfOrCrlfAndNothingElse) {
  const std::string next_line =
      "a\xc2\x85"
      "b";  // U+0085
  const std::string content = "\xef\xbb\xbfone\r\n\ntwo\rhalf\n" + next_line + "\xe2\x80\xa8\nlast";
  const Texts expected = {"one", "", "two\rhalf", next_line + "\xe2\x80\xa8", "last"};
  EXPECT_EQ(texts_of({.path = file("a.txt", content)}), expected);
  EXPECT_EQ(texts_of({.path = file("b.txt", content + "\n")}), expected);
  EXPECT_EQ(texts_of({.path = file("c.txt", "")}), Texts{});
  EXPECT_EQ(texts_of({.path = file("d.txt", "\n")}), Texts{""});
}

TEST_F(Corpus, LinesMayBeLongerThanAnyBuffer) {
  const std::string lengthy(1'000'003, 'x');
  EXPECT_EQ(texts_of({.path = file("a.txt", "a\n" + lengthy + "\r\nb\n" + lengthy)}),
            (Texts{"a", lengthy, "b", lengthy}));
}

TEST_F(Corpus, GzipIsUnpackedAndACutOneIsRefused) {
  std::string content;
  for (int i = 0; i < 50'000; ++i) content += std::to_string(i * 7919) + "\n";
  const std::string packed = gzip(directory_.file("a.txt.gz"), content);
  EXPECT_EQ(texts_of({.path = packed}), texts_of({.path = file("a.txt", content)}));
  const auto source = open_texts({.path = packed});
  for (std::string_view text; source->next(text);) {
  }
  EXPECT_EQ(source->progress().done, std::filesystem::file_size(packed));
  EXPECT_EQ(source->progress().total, std::filesystem::file_size(packed));
  std::filesystem::resize_file(packed, std::filesystem::file_size(packed) - 5);
  EXPECT_TRUE(contains(refusal({.path = packed}), "truncated gzip"));
  EXPECT_TRUE(contains(refusal({.path = file("b.gz", "\x1f\x8b\x08zzzzzzzzzzzz")}), "b.gz"));
}

TEST_F(Corpus, AFolderIsOneDocumentPerFileInOrder) {
  std::filesystem::create_directories(directory_.file("texts/sub"));
  file("texts/b.txt", "second\nline");
  file("texts/a.txt",
       "\xef\xbb\xbf"
       "first");
  gzip(directory_.file("texts/sub/c.gz"), "third");
  EXPECT_EQ(texts_of({.path = directory_.file("texts")}), (Texts{"first", "second\nline", "third"}));
  std::filesystem::create_directories(directory_.file("empty"));
  EXPECT_TRUE(contains(refusal({.path = directory_.file("empty")}), "the folder is empty"));
}

TEST_F(Corpus, TabsSeparateAndQuotesAreLetters) {
  const std::string path = file("a.tsv", "label\ttext\r\n0\t\"I\" am, \"here\r\n1\tb\r\n");
  EXPECT_EQ(texts_of({.path = path, .column = "text"}), (Texts{"\"I\" am, \"here", "b"}));
  EXPECT_EQ(texts_of({.path = path, .column = "0"}), (Texts{"0", "1"}));
  EXPECT_EQ(texts_of({.path = path, .column = "1", .header = false}), (Texts{"text", "\"I\" am, \"here", "b"}));
  EXPECT_TRUE(contains(refusal({.path = path, .column = "txt"}), "did you mean text?"));
  EXPECT_TRUE(contains(refusal({.path = path}), "specify the text column"));
  EXPECT_TRUE(contains(refusal({.path = path, .column = "text", .header = false}), "no header line"));
  const std::string ragged = file("b.tsv", "a\tb\n1\t2\n3\n");
  EXPECT_TRUE(contains(refusal({.path = ragged, .column = "b"}), "b.tsv, line 3: 1 columns"));
}

TEST_F(Corpus, CommasSeparateAndQuotesHoldThem) {
  const std::string path = file("a.csv", "id,text\n1,\"a, \"\"b\"\"\nc\"\n2,d \"e\"\n3,\"\"\n4,\"f\"g\n");
  EXPECT_EQ(texts_of({.path = path, .column = "text"}), (Texts{"a, \"b\"\nc", "d \"e\"", "", "fg"}));
  const std::string windows =
      file("c.csv", "text\r\n\"a\r\nb\"\r\nc\r\n");  // a line break in quotes is part of the text
  EXPECT_EQ(texts_of({.path = windows, .column = "text"}), (Texts{"a\r\nb", "c"}));
  EXPECT_TRUE(
      contains(refusal({.path = file("b.csv", "a\nx\n\"y\nz"), .column = "a"}), "b.csv, line 3: unterminated quote"));
}

TEST_F(Corpus, JsonLinesHaveAKey) {
  const std::string path =
      file("a.jsonl",
           "{\"text\":\"a\\nb\",\"meta\":{\"title\":\"t\"}}\n\n{\"text\":\"\\u00e9\",\"meta\":{\"title\":\"u\"}}");
  EXPECT_EQ(texts_of({.path = path}), (Texts{"a\nb", "\xc3\xa9"}));
  EXPECT_EQ(texts_of({.path = path, .key = "meta.title"}), (Texts{"t", "u"}));
  EXPECT_TRUE(contains(refusal({.path = path, .key = "txt"}), "line 1: no key 'txt'; did you mean text?"));
  EXPECT_TRUE(contains(refusal({.path = path, .key = "meta"}), "expected a string at 'meta', found object"));
  EXPECT_TRUE(
      contains(refusal({.path = file("b.jsonl", "{\"text\":\"a\"}\n{\"text\":")}), "b.jsonl, line 2: not valid JSON"));
  EXPECT_EQ(texts_of({.path = file("c.jsonl", "{\"text\":\"a\"}\r\n\r\n \r")}), Texts{"a"});  // blank lines
}

TEST_F(Corpus, IntegersStandInLinesOrBetweenSeparators) {
  const std::string path = file("a.txt", "1 2,3\n\n4;9 5 9\n");
  EXPECT_EQ(ids_of({.path = path, .format = "integers"}), (Ids{{1, 2, 3}, {}, {4, 9, 5, 9}}));
  EXPECT_EQ(ids_of({.path = path, .format = "integers", .separators = {9}}), (Ids{{1, 2, 3}, {}, {4}, {5}, {}}));
  EXPECT_EQ(ids_of({.path = path, .format = "integers", .most_tokens = 2}), (Ids{{1, 2}, {}, {4, 9}}));
  for (const char* wrong : {"-1", "1.5", "x", "99999999999"})
    EXPECT_TRUE(contains(refusal({.path = file("b.txt", std::string("1\n2 ") + wrong), .format = "integers"}),
                         std::string("b.txt, line 2: '") + wrong + "' is not an integer"));
}

TEST_F(Corpus, NpyHoldsIdsInRowsOrBetweenSeparators) {
  // [[1 2 0] [3 0 0]] as '<i4'
  std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";
  header.resize(118, ' ');
  std::string content = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header;
  for (const char id : {'\1', '\2', '\0', '\3', '\0', '\0'}) content += std::string(1, id) + std::string(3, '\0');
  const std::string rows = file("a.npy", content);
  EXPECT_EQ(ids_of({.path = rows}), (Ids{{1, 2, 0}, {3, 0, 0}}));
  EXPECT_EQ(ids_of({.path = rows, .separators = {0}}), (Ids{{1, 2}, {3}}));
  content.replace(content.find("(2, 3)"), 6, "(6,)  ");
  const std::string line = file("b.npy", content);
  EXPECT_EQ(ids_of({.path = line, .separators = {0}}), (Ids{{1, 2}, {3}, {}}));
  EXPECT_EQ(open_corpus({.path = line})->progress().total, 24u);
  write_npy(directory_.file("c.npy"), {2}, {1, 2});
  EXPECT_TRUE(contains(refusal({.path = directory_.file("c.npy")}), "expected integers"));
  content[content.size() - 1] = '\xff';
  EXPECT_TRUE(contains(refusal({.path = file("d.npy", content)}), "d.npy: entry 5 is"));
}

TEST_F(Corpus, RequestsThatDoNotFitAreRefused) {
  const std::string path = file("a.txt", "a b a");
  EXPECT_EQ(ids_of({.path = path}), (Ids{{0, 1, 0}}));
  EXPECT_EQ(ids_of({.path = path, .most_tokens = 2}), (Ids{{0, 1}}));
  EXPECT_TRUE(contains(refusal({.path = path, .format = "txt"}), "did you mean text?"));
  EXPECT_TRUE(contains(refusal({.path = path, .tokenizer = "wordpeice"}), "did you mean wordpiece?"));
  EXPECT_TRUE(contains(refusal({.path = path, .tokenizer = "wordpiece"}), "needs a vocabulary"));
  EXPECT_TRUE(contains(refusal({.path = path, .tokenizer = "characters", .vocabulary = path}), "takes no vocabulary"));
  EXPECT_TRUE(contains(refusal({.path = path, .tokenizer = "bpe", .vocabulary = path}), "needs merges"));
  EXPECT_TRUE(contains(refusal({.path = path, .separators = {1}}), "separators apply to files of token ids"));
  EXPECT_TRUE(
      contains(refusal({.path = path, .format = "integers", .tokenizer = "bpe"}), "contains token ids already"));
  EXPECT_TRUE(contains(refusal({.path = directory_.file("none")}), "No such file"));
}

}  // namespace
}  // namespace sextant::test
