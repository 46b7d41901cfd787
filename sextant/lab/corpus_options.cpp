#include "sextant/lab/corpus_options.h"

#include <limits>

#include "sextant/core/error.h"

namespace sextant::lab {

void CorpusOptions::visit(OptionVisitor& option) {
  option.path(
      "corpus", corpus,
      "text with a document per line, a folder with a document per file, .tsv, .csv, .jsonl or .npy; may be gzip");
  option("format", format, "text, tsv, csv, jsonl, npy, integers; auto: by the ending of the name");
  option("column", column, "tsv, csv: the column with the text, by name or by number from 0");
  option("header", header, "tsv, csv: the first line names the columns");
  option("text_key", text_key, "jsonl: the key of the text; \"a.b\" for b inside a");
  option("tokenizer", tokenizer, "whitespace, characters, wordpiece, bpe; auto: by the files that are given");
  option.path("vocabulary", vocabulary, "wordpiece: vocab.txt of a BERT; bpe: encoder.json of GPT-2");
  option.path("merges", merges, "bpe: vocab.bpe of GPT-2");
  option("separators", separators, "npy, integers: ids that end a document (in rows: that are left out)");
}

CorpusRequest CorpusOptions::corpus_request() const {
  CorpusRequest request;
  request.path = corpus;
  request.format = format;
  request.column = column;
  request.header = header;
  request.key = text_key;
  request.tokenizer = tokenizer;
  request.vocabulary = vocabulary;
  request.merges = merges;
  for (const Index id : separators) {
    require(id >= std::numeric_limits<std::int32_t>::min() && id <= std::numeric_limits<std::int32_t>::max(),
            "--separators: {} is no token id", id);
    request.separators.push_back(static_cast<std::int32_t>(id));
  }
  return request;
}

}  // namespace sextant::lab
