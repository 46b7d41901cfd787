// The arguments that say what a corpus is, the same for every command that reads one.
#pragma once

#include "sextant/core/text/corpus.h"

namespace CLI {
class App;
}

namespace sextant {

/// --corpus, --format, --column, --no-header, --key, --tokenizer, --vocabulary, --merges, --separators.
void add_corpus_options(CLI::App& command, CorpusRequest& request);

}  // namespace sextant
