#include "sextant/data/text/corpus.h"

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/data/text/id_source.h"

namespace sextant::data {
namespace {

void require_known(const char* what, const std::string& given, const std::vector<std::string>& known) {
  for (const auto& name : known)
    if (name == given) return;
  fail("corpus: no {} '{}'{}; expected one of {}", what, given, nearest_name_hint(given, known),
       fmt::join(known, ", "));
}

std::string format_of(const CorpusRequest& request) {
  require(!request.path.empty(), "corpus: no file given");
  require_known("format", request.format, {"auto", "text", "tsv", "csv", "jsonl", "npy", "integers"});
  if (request.format != "auto") return request.format;
  std::string_view name = request.path;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  for (const char* ending : {"tsv", "csv", "jsonl", "npy"})
    if (name.ends_with(std::string(".") + ending)) return ending;
  return "text";
}

class TokenisedText final : public DocumentSource {
 public:
  TokenisedText(std::unique_ptr<TextSource> texts, std::unique_ptr<Tokenizer> tokenizer, Index most)
      : texts_(std::move(texts)),
        tokenizer_(std::move(tokenizer)),
        most_(most > 0 ? static_cast<std::size_t>(most) : Tokenizer::no_limit) {}

  bool next(std::vector<std::int32_t>& ids) override {
    ids.clear();
    std::string_view text;
    if (!texts_->next(text)) return false;
    tokenizer_->encode(text, ids, most_);
    if (ids.size() > most_) ids.resize(most_);
    return true;
  }
  BytesRead progress() const override { return texts_->progress(); }
  Index vocabulary() const override { return tokenizer_->vocabulary(); }
  SpecialTokens special() const override { return tokenizer_->special(); }

 private:
  std::unique_ptr<TextSource> texts_;
  std::unique_ptr<Tokenizer> tokenizer_;
  std::size_t most_;
};

/// Documents of ids, cut behind a number of them.
class CutDocuments final : public DocumentSource {
 public:
  CutDocuments(std::unique_ptr<DocumentSource> whole, Index most)
      : whole_(std::move(whole)), most_(static_cast<std::size_t>(most)) {}

  bool next(std::vector<std::int32_t>& ids) override {
    const bool found = whole_->next(ids);
    if (ids.size() > most_) ids.resize(most_);
    return found;
  }
  BytesRead progress() const override { return whole_->progress(); }
  Index vocabulary() const override { return whole_->vocabulary(); }

 private:
  std::unique_ptr<DocumentSource> whole_;
  std::size_t most_;
};

}  // namespace

bool is_text(const CorpusRequest& request) {
  const std::string format = format_of(request);
  return format != "npy" && format != "integers";
}

std::unique_ptr<TextSource> open_texts(const CorpusRequest& request) {
  const std::string format = format_of(request);
  if (format == "text" && is_directory(request.path)) return open_text_folder(request.path, request.longest);
  if (format == "text") return open_text_lines(request.path, request.longest);
  if (format == "jsonl") return open_json_lines(request.path, request.key, request.longest);
  require(format == "tsv" || format == "csv", "{}: contains token ids ({}), not text", request.path, format);
  require(!request.column.empty(), "{}: specify the text column, by name or 0-based index", request.path);
  return open_table_column(request.path, {.column = request.column,
                                          .separator = format == "csv" ? ',' : '\t',
                                          .header = request.header,
                                          .longest = request.longest});
}

std::unique_ptr<Tokenizer> make_tokenizer(const CorpusRequest& request) {
  if (request.tokenizer.ends_with(".json") || request.tokenizer.ends_with(".json.gz")) {
    require(request.vocabulary.empty() && request.merges.empty(),
            "tokenizer {}: has its own vocabulary and merges; drop the others", request.tokenizer);
    return make_json_tokenizer(request.tokenizer);
  }
  require_known("tokeniser", request.tokenizer, {"auto", "whitespace", "characters", "wordpiece", "bpe"});
  std::string kind = request.tokenizer;
  if (kind == "auto") kind = !request.merges.empty() ? "bpe" : !request.vocabulary.empty() ? "wordpiece" : "whitespace";
  const bool takes_vocabulary = kind == "wordpiece" || kind == "bpe";
  require(takes_vocabulary || request.vocabulary.empty(), "tokenizer {}: takes no vocabulary, given {}", kind,
          request.vocabulary);
  require(kind == "bpe" || request.merges.empty(), "tokenizer {}: takes no merges, given {}", kind, request.merges);
  require(!takes_vocabulary || !request.vocabulary.empty(), "tokenizer {}: needs a vocabulary: {}", kind,
          kind == "bpe" ? "GPT-2's encoder.json" : "BERT's vocab.txt");
  if (kind == "wordpiece") return make_wordpiece_tokenizer(request.vocabulary);
  if (kind == "characters") return make_character_tokenizer();
  if (kind == "whitespace") return make_whitespace_tokenizer();
  require(!request.merges.empty(), "tokenizer bpe: needs merges: GPT-2's vocab.bpe");
  return make_bpe_tokenizer(request.vocabulary, request.merges);
}

std::unique_ptr<DocumentSource> open_corpus(const CorpusRequest& request) {
  const std::string format = format_of(request);
  if (format == "npy" || format == "integers") {
    require(request.tokenizer == "auto" && request.vocabulary.empty() && request.merges.empty(),
            "{}: contains token ids already; drop the tokenizer", request.path);
    auto ids = format == "npy" ? open_npy_ids(request.path, request.separators)
                               : open_integers(request.path, request.separators, request.longest);
    if (request.most_tokens <= 0) return ids;
    return std::make_unique<CutDocuments>(std::move(ids), request.most_tokens);
  }
  require(request.separators.empty(), "{}: contains text; separators apply to files of token ids", request.path);
  return std::make_unique<TokenisedText>(open_texts(request), make_tokenizer(request), request.most_tokens);
}

}  // namespace sextant::data
