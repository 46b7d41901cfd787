// A corpus named on the command line: its files, their format and the tokeniser, opened as a stream of documents.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sextant/data/text/document_source.h"
#include "sextant/data/text/text_source.h"
#include "sextant/data/text/tokenizer.h"

namespace sextant::data {

struct CorpusRequest {
  std::string path = {};        // a file, plain or gzip; a folder: one document per file
  std::string format = "auto";  // text, tsv, csv, jsonl, npy, integers; auto: by the ending
  std::string column = {};      // tsv, csv: a name of the header line, or a number from 0
  bool header = true;           // tsv, csv: the first line names the columns
  std::string key = "text";     // jsonl
  // whitespace, characters, wordpiece, bpe, or the path of a tokenizer.json; auto: by the files that are given
  std::string tokenizer = "auto";
  std::string vocabulary = {};                // wordpiece: vocab.txt; bpe: encoder.json
  std::string merges = {};                    // bpe: vocab.bpe
  std::vector<std::int32_t> separators = {};  // npy, integers: ids that end a document and belong to none
  std::size_t longest = longest_document;     // bytes of a line or file; longer ones are refused
  Index most_tokens = 0;                      // documents are cut behind this many; 0: never
};

std::unique_ptr<DocumentSource> open_corpus(const CorpusRequest& request);

/// Whether its documents are text, not ids.
bool is_text(const CorpusRequest& request);

/// Its two halves, for documents that are text.
std::unique_ptr<TextSource> open_texts(const CorpusRequest& request);
std::unique_ptr<Tokenizer> make_tokenizer(const CorpusRequest& request);

}  // namespace sextant::data
