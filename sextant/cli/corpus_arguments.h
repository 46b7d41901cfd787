// The arguments that say what a corpus is, the same for every command that reads one.
#pragma once

#include "sextant/lab/corpus_options.h"

namespace CLI {
class App;
}

namespace sextant::cli {

/// --corpus, --format, --column, --no-header, --key, --tokenizer, --vocabulary, --merges, --separators.
void add_corpus_options(CLI::App& command, CorpusOptions& options);

}  // namespace sextant::cli
