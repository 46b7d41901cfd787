// What says where a corpus is and how it is read, the same for everything that reads one.
#pragma once

#include "sextant/core/options.h"
#include "sextant/data/text/corpus.h"

namespace sextant::lab {

struct CorpusOptions : Options {
  std::string corpus = {};
  std::string format = "auto";
  std::string column = {};
  bool header = true;
  std::string text_key = "text";
  std::string tokenizer = "auto";
  std::string vocabulary = {};
  std::string merges = {};
  std::vector<Index> separators = {};

  void visit(OptionVisitor& option) override;
  CorpusRequest corpus_request() const;
};

}  // namespace sextant::lab
