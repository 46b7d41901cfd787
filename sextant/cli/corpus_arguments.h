// The arguments that say what a corpus is, the same for every command that reads one.
#pragma once

#include "sextant/data/text/corpus.h"

namespace CLI {
class App;
}

namespace sextant::cli {

/// --corpus, --format, --column, --no-header, --key, --tokenizer, --vocabulary, --merges, --separators.
void add_corpus_options(CLI::App& command, CorpusRequest& request);

}  // namespace sextant::cli
