#include "sextant/data/words/labelled_documents.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::data {
namespace {

constexpr std::size_t most_classes = 1000;

bool holds_ids(const CorpusRequest& request) {
  return request.format == "npy" || request.format == "integers" ||
         (request.format == "auto" && request.path.ends_with(".npy"));
}

}  // namespace

DocumentReader::DocumentReader(CorpusRequest request, std::string label)
    : request_(std::move(request)), label_(std::move(label)) {
  if (!holds_ids(request_)) tokenizer_ = make_tokenizer(request_);
  require(label_.empty() || tokenizer_, "{}: contains token ids; labels are read from a column of a tsv or csv file",
          request_.path);
}

LabelledDocuments DocumentReader::read(const std::string& path) {
  CorpusRequest request = request_;
  request.path = path;
  LabelledDocuments result;
  if (!tokenizer_) {
    const auto source = open_corpus(request);
    for (std::vector<std::int32_t> ids; source->next(ids);) result.texts.push_back(ids);
    return result;
  }
  const auto texts = open_texts(request);
  for (std::string_view text; texts->next(text);) {
    tokenizer_->encode(text, result.texts.emplace_back(),
                       request.most_tokens > 0 ? static_cast<std::size_t>(request.most_tokens) : Tokenizer::no_limit);
  }
  if (!label_.empty()) result.classes = read_classes(path);
  return result;
}

std::vector<std::int32_t> DocumentReader::read_classes(const std::string& path) {
  CorpusRequest request = request_;
  request.path = path;
  request.column = label_;
  const auto source = open_texts(request);
  std::vector<std::int32_t> classes;
  for (std::string_view text; source->next(text);) {
    auto found = std::ranges::find(class_names_, text);
    if (found == class_names_.end()) {
      require(class_names_.size() < most_classes, "{}: column '{}' has more than {} classes", source->place(), label_,
              most_classes);
      found = class_names_.insert(found, std::string(text));
    }
    classes.push_back(static_cast<std::int32_t>(found - class_names_.begin()));
  }
  return classes;
}

}  // namespace sextant::data
