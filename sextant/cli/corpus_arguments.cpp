#include "sextant/cli/corpus_arguments.h"

#include <CLI/CLI.hpp>

namespace sextant::cli {

void add_corpus_options(CLI::App& command, CorpusOptions& options) {
  constexpr const char* group = "Corpus";
  command
      .add_option("--corpus", options.corpus,
                  "text with one document per line, a folder with one document per file, .tsv, .csv, .jsonl or .npy; "
                  "may be gzipped")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--format", options.format, "file format (default: by file extension)")
      ->type_name("text|tsv|csv|jsonl|npy|integers")
      ->group(group);
  command.add_option("--column", options.column, "tsv, csv: the text column, by name or 0-based index")
      ->type_name("NAME|N")
      ->group(group);
  command
      .add_flag_callback(
          "--no-header", [&options] { options.header = false; }, "tsv, csv: the file has no header line")
      ->group(group);
  command.add_option("--key", options.text_key, "jsonl: key of the text field; \"a.b\" for a nested field")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
  command
      .add_option(
          "--tokenizer", options.tokenizer,
          "tokenizer, or the path of a tokenizer.json (default: wordpiece with --vocabulary, bpe with --vocabulary and "
          "--merges, the model's own tokenizer.json, else whitespace)")
      ->type_name("whitespace|characters|wordpiece|bpe|tokenizer.json")
      ->group(group);
  command.add_option("--vocabulary", options.vocabulary, "wordpiece: BERT's vocab.txt; bpe: GPT-2's encoder.json")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--merges", options.merges, "bpe: GPT-2's vocab.bpe")->type_name("FILE")->group(group);
  command
      .add_option("--separators", options.separators,
                  "npy, integers: token ids that end a document (in a 2-D array: ids to skip)")
      ->type_name("ID,...")
      ->delimiter(',')
      ->group(group);
}

}  // namespace sextant::cli
