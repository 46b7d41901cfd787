// What tasks on text are made of: documents of a corpus, or generated ones, as rows of equal length over few words,
// split into training and test rows by document. Word 0 is padding, word 1 stands for all that are not kept, and the
// others follow by how often the training documents have them.
#pragma once

#include <memory>
#include <span>

#include "sextant/data/text/corpus.h"
#include "sextant/data/words/generated_text.h"

namespace sextant::data {

inline constexpr std::int32_t padding_word = 0;
inline constexpr std::int32_t other_word = 1;
inline constexpr std::int32_t first_word = 2;

struct WordRequest {
  CorpusRequest corpus;      // without a path: generated
  std::string test_file;     // empty: a share of the documents
  std::string label;         // the column of the classes; empty: none
  GeneratedText generated;   // where there is no corpus; its length is that of the rows
  Index length = 32;         // of a row
  bool all_windows = false;  // a document is cut into as many rows as it fills; otherwise its beginning is one row
  Index top = 0;             // words kept; 0: all
  double test_share = 0.1;
  Index tail = 0;         // positions of padding behind every row
  bool shuffled = false;  // the words of every row in random order
  std::uint64_t seed = 1;
};

struct WordRows {
  Index length = 0;
  std::vector<std::int32_t> words;      // (rows, length)
  std::vector<std::int32_t> classes;    // (rows), or none
  std::vector<std::int32_t> documents;  // (rows): the number of the document

  Index count() const { return static_cast<Index>(documents.size()); }
  std::span<const std::int32_t> row(Index index) const {
    return {words.data() + index * length, static_cast<std::size_t>(length)};
  }
};

struct WordCollection {
  Index words = 0;  // padding and OTHER counted in
  Index classes = 0;
  WordRows train;
  WordRows test;
};

/// Made once per process and request: the runs of a sweep share it.
std::shared_ptr<const WordCollection> word_collection(const WordRequest& request);

}  // namespace sextant::data
