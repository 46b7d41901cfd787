#include "sextant/cli/corpus_arguments.h"

#include <CLI/CLI.hpp>

namespace sextant::cli {

void add_corpus_options(CLI::App& command, CorpusOptions& options) {
  constexpr const char* group = "Corpus";
  command
      .add_option(
          "--corpus", options.corpus,
          "text with a document per line, a folder with a document per file, .tsv, .csv, .jsonl or .npy; may be "
          "gzip")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--format", options.format, "where the name's ending does not say it")
      ->type_name("text|tsv|csv|jsonl|npy|integers")
      ->group(group);
  command.add_option("--column", options.column, "tsv, csv: the column with the text, by name or by number from 0")
      ->type_name("NAME|N")
      ->group(group);
  command
      .add_flag_callback(
          "--no-header", [&options] { options.header = false; }, "tsv, csv: the first line is a document too")
      ->group(group);
  command.add_option("--key", options.text_key, "jsonl: the key of the text; \"a.b\" for b inside a")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--tokenizer", options.tokenizer,
                  "default: wordpiece with --vocabulary, bpe with --merges too, else whitespace")
      ->type_name("whitespace|characters|wordpiece|bpe")
      ->group(group);
  command.add_option("--vocabulary", options.vocabulary, "wordpiece: vocab.txt of a BERT; bpe: encoder.json of GPT-2")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--merges", options.merges, "bpe: vocab.bpe of GPT-2")->type_name("FILE")->group(group);
  command
      .add_option("--separators", options.separators,
                  "npy, integers: ids that end a document (in rows: that are left out)")
      ->type_name("ID,...")
      ->delimiter(',')
      ->group(group);
}

}  // namespace sextant::cli
