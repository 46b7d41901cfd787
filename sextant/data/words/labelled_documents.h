// Documents of a file as token ids, each with its class where a column names one. In memory: what is trained on is met
// many times.
#pragma once

#include <string>
#include <vector>

#include "sextant/data/text/corpus.h"

namespace sextant::data {

struct LabelledDocuments {
  std::vector<std::vector<std::int32_t>> texts;
  std::vector<std::int32_t> classes;  // (texts), or none
};

class DocumentReader {
 public:
  /// `label` is the column of the classes (tsv, csv); empty: documents have none.
  DocumentReader(CorpusRequest request, std::string label);

  /// All of a file that has the format of the request. Words keep their ids from file to file.
  LabelledDocuments read(const std::string& path);
  /// What stood in the column of the classes, in the order of first appearance: class 0, 1, ...
  const std::vector<std::string>& class_names() const { return class_names_; }

 private:
  std::vector<std::int32_t> read_classes(const std::string& path);

  CorpusRequest request_;
  std::string label_;
  std::unique_ptr<Tokenizer> tokenizer_;  // of texts
  std::vector<std::string> class_names_;
};

}  // namespace sextant::data
