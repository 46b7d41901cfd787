#include "sextant/tasks/text_options.h"

#include "sextant/core/error.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/tasks/label_batch.h"

namespace sextant::tasks {

void TextOptions::visit(OptionVisitor& option) {
  option.path("file", file, "the corpus (see docs/corpora.md); empty: synthetic text with known distributions");
  option.path("test_file", test_file, "test documents; empty: hold out a fraction of the corpus");
  option("format", format, "text, tsv, csv, jsonl, npy or integers; auto: by file extension");
  option("column", column, "tsv, csv: the text column, by name or 0-based index");
  option("header", header, "tsv, csv: the first line is a header");
  option("key", key, "jsonl: key of the text field");
  option("tokenizer", tokenizer, "whitespace, characters, wordpiece or bpe; auto: inferred from the given files");
  option.path("vocabulary", vocabulary, "wordpiece: BERT's vocab.txt; bpe: GPT-2's encoder.json");
  option.path("merges", merges, "bpe: GPT-2's vocab.bpe");
  option("length", length, at_least(1),
         "sequence length in tokens; longer documents are truncated, shorter ones padded");
  option("windows", windows, "split a document into as many sequences as it fills; false: keep only its beginning");
  option("top", top, at_least(0),
         "vocabulary size: keep this many most frequent tokens, map the rest to one; 0: keep all");
  option("test_share", test_share, inside(0, 1), "fraction of documents held out for testing if there is no test file");
  option("tail", tail, at_least(0),
         "extra padding positions at the end of every sequence (a control: their token distributions are identical)");
  option("shuffled", shuffled, "shuffle the tokens of every sequence (a control: removes all word order)");
  option.choice(
      "arrangement", arrangement, {"index", "words"},
      "arrangement: the index, or Hellinger distances between the token distributions at each position in training");
  option.choice("estimator", estimator, {"cross_half", "plug_in"}, "estimator of the Hellinger distances");
  option("documents", documents, at_least(0), "number of synthetic documents if there is no file");
  option("words", words, at_least(0), "vocabulary size of synthetic documents, a multiple of 4");
  option("tone", tone, "synthetic documents: probability that a word has the tone of its section");
  option("data_seed", data_seed, any_seed(), "seed of the synthetic documents, the split and the test masks");
}

WordRequest make_word_request(const TextOptions& own, const std::string& label) {
  WordRequest request;
  request.corpus.path = own.file;
  request.corpus.format = own.format;
  request.corpus.column = own.column;
  request.corpus.header = own.header;
  request.corpus.key = own.key;
  request.corpus.tokenizer = own.tokenizer;
  request.corpus.vocabulary = own.vocabulary;
  request.corpus.merges = own.merges;
  request.test_file = own.test_file;
  request.label = label;
  request.generated = {.documents = own.documents, .words = own.words, .tone = own.tone};
  request.length = own.length;
  request.all_windows = own.windows;
  request.top = own.top;
  request.test_share = own.test_share;
  request.tail = own.tail;
  request.shuffled = own.shuffled;
  request.seed = static_cast<std::uint64_t>(own.data_seed);
  return request;
}

const WordRows& rows_of(const WordCollection& collection, const char* task, const std::string& split) {
  struct Named {
    std::string name;
    const WordRows* rows;
  };
  const std::vector<Named> splits{{"train", &collection.train}, {"test", &collection.test}};
  return *find_split(task, splits, split).rows;
}

Arrangement places_of(const TextOptions& own, const WordRows& train) {
  if (own.arrangement == "index") return Arrangement::index(train.length);
  return Arrangement::distances(word_distances(train, own.estimator, static_cast<std::uint64_t>(own.data_seed)));
}

}  // namespace sextant::tasks
