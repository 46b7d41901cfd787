#include "sextant/lab/corpus_options.h"

#include <limits>

#include "sextant/core/error.h"

namespace sextant::lab {

void CorpusOptions::visit(OptionVisitor& option) {
  option.path("corpus", corpus,
              "text with one document per line, a folder with one document per file, .tsv, .csv, .jsonl or .npy; may "
              "be gzipped");
  option("format", format, "text, tsv, csv, jsonl, npy, integers; auto: by the ending of the name");
  option("column", column, "tsv, csv: the text column, by name or 0-based index");
  option("header", header, "tsv, csv: the first line names the columns");
  option("text_key", text_key, "jsonl: key of the text field; \"a.b\" for a nested field");
  option("tokenizer", tokenizer,
         "whitespace, characters, wordpiece, bpe, or the path of a tokenizer.json; auto: by the files that are given");
  option.path("vocabulary", vocabulary, "wordpiece: BERT's vocab.txt; bpe: GPT-2's encoder.json");
  option.path("merges", merges, "bpe: GPT-2's vocab.bpe");
  option("separators", separators, "npy, integers: token ids that end a document (in a 2-D array: ids to skip)");
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
