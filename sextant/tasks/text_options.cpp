#include "sextant/tasks/text_options.h"

#include "sextant/core/error.h"
#include "sextant/stress/word_distances.h"
#include "sextant/tasks/label_batch.h"

namespace sextant::tasks {

void TextOptions::visit(OptionVisitor& option) {
  option.path("file", file, "the corpus, as docs/corpora.md has it; empty: a generated one with known distributions");
  option.path("test_file", test_file, "documents to be tested on; empty: a share of the corpus");
  option("format", format, "text, tsv, csv, jsonl, npy or integers; auto: by the ending of the file");
  option("column", column, "tsv, csv: the column with the text, by name or by number from 0");
  option("header", header, "tsv, csv: the first line names the columns");
  option("key", key, "jsonl: the key of the text");
  option("tokenizer", tokenizer, "whitespace, characters, wordpiece or bpe; auto: by the files that are given");
  option.path("vocabulary", vocabulary, "wordpiece: vocab.txt of a BERT; bpe: encoder.json of GPT-2");
  option.path("merges", merges, "bpe: vocab.bpe of GPT-2");
  option("length", length, "words in a row; longer documents are cut, shorter ones padded");
  option("windows", windows, "cut a document into as many rows as it fills; false: its beginning alone is a row");
  option("top", top, "keep only the most frequent words, all others become one; 0: keep all");
  option("test_share", test_share, inside(0, 1),
         "share of the documents that is kept for the test where there is no test file");
  option("tail", tail, "positions of padding behind every row (a control: their distributions are the same)");
  option("shuffled", shuffled, "the words of every row in random order (a control: no order is left)");
  option.choice("places", places, {"index", "words"},
                "where positions stand: in a line, or as far apart (Hellinger) as their words in training rows differ");
  option.choice("estimator", estimator, {"cross_half", "plug_in"}, "of those distances");
  option("documents", documents, "how many are generated where there is no file");
  option("words", words, "different words of generated documents, a multiple of 4");
  option("tone", tone, "generated documents: the probability that a word has the tone of its part");
  option("data_seed", data_seed, at_least(0), "decides generated documents, the split and the masks of the test");
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
  if (own.places == "index") return Arrangement::index(train.length);
  return Arrangement::distances(word_distances(train, own.estimator, static_cast<std::uint64_t>(own.data_seed)));
}

}  // namespace sextant::tasks
