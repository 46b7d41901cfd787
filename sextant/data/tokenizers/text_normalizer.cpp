#include "sextant/data/tokenizers/text_normalizer.h"

#include "sextant/data/text/bpe_files.h"
#include "sextant/data/text/unicode_forms.h"
#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/text_pattern.h"
#include "sextant/data/tokenizers/token_fields.h"

namespace sextant::data {
namespace {

using nlohmann::json;

/// A normaliser that is a function.
template <class Function>
class Normalising final : public TextNormalizer {
 public:
  explicit Normalising(Function function) : function_(std::move(function)) {}
  void apply(std::string& text) const override { function_(text); }

 private:
  Function function_;
};

template <class Function>
std::unique_ptr<TextNormalizer> normalising(Function function) {
  return std::make_unique<Normalising<Function>>(std::move(function));
}

/// Every character to what `add(c, result)` appends.
template <class Add>
void each_character(std::string& text, const Add& add) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) add(next_code_point(text, at), result);
  text = std::move(result);
}

void remove_marks(std::string& text, bool (*is_one)(char32_t)) {
  each_character(text, [&](char32_t c, std::string& to) {
    if (!is_one(c)) append_utf8(c, to);
  });
}

void make_lower(std::string& text) { each_character(text, append_lower); }

std::unique_ptr<TextNormalizer> make_bert(TokenFields& fields) {
  const bool clean = fields.flag("clean_text"), ideographs = fields.flag("handle_chinese_chars");
  const bool lower = fields.flag("lowercase"), strip = fields.flag("strip_accents", lower);
  return normalising([=](std::string& text) {
    if (clean || ideographs)
      each_character(text, [&](char32_t c, std::string& to) {
        if (clean && is_removed_by_bert(c)) return;
        if (clean && is_white_space(c))
          to += ' ';
        else if (ideographs && is_ideograph(c))
          to += ' ', append_utf8(c, to), to += ' ';
        else
          append_utf8(c, to);
      });
    if (strip) {
      text = normal_form(NormalForm::nfd, text);
      remove_marks(text, is_accent);
    }
    if (lower) make_lower(text);
  });
}

/// Moses' and NMT's: controls out, other kinds of blanks to blanks.
void clean_for_translation(std::string& text) {
  each_character(text, [](char32_t c, std::string& to) {
    if ((c >= 0x1 && c <= 0x8) || c == 0xb || (c >= 0xe && c <= 0x1f) || c == 0x7f || c == 0x8f || c == 0x9f) return;
    const bool blank = c == 0x9 || c == 0xa || c == 0xc || c == 0xd || c == 0x1680 || (c >= 0x200b && c <= 0x200f) ||
                       c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xfeff || c == 0xfffd;
    append_utf8(blank ? U' ' : c, to);
  });
}

std::unique_ptr<TextNormalizer> make_replace(TokenFields& fields) {
  TokenFields pattern(fields.field("pattern"), fields.who() + ": pattern");
  const bool literal = pattern.has("String");
  if (literal && pattern.text("String").empty()) return normalising([](std::string&) {});
  TextPattern wanted = literal ? TextPattern::literal(pattern.text("String"))
                               : TextPattern::regular_expression(pattern.text("Regex"), pattern.who());
  pattern.require_all_read();
  return normalising([wanted = std::move(wanted), content = fields.text("content")](std::string& text) {
    std::string result;
    std::size_t at = 0;
    for (auto found = wanted.find(text, 0); found; found = wanted.find(text, at)) {
      result.append(text, at, found->begin - at).append(content);
      at = found->end;
    }
    if (at > 0) text = result.append(text, at);
  });
}

std::unique_ptr<TextNormalizer> make_strip(TokenFields& fields) {
  return normalising([left = fields.flag("strip_left"), right = fields.flag("strip_right")](std::string& text) {
    std::size_t begin = text.size(), end = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t place = at;
      if (is_white_space(next_code_point(text, at))) continue;
      begin = std::min(begin, place);
      end = at;
    }
    if (!left) begin = 0;
    if (!right) end = text.size();
    text = begin < end ? text.substr(begin, end - begin) : "";
  });
}

std::unique_ptr<TextNormalizer> sequence_of_normalizers(TokenFields& fields) {
  std::vector<std::shared_ptr<TextNormalizer>> parts;
  const json& list = fields.field("normalizers");
  require(list.is_array(), "{}: normalizers is no list", fields.who());
  for (const json& one : list)
    if (auto part = make_text_normalizer(one, fields.who())) parts.push_back(std::move(part));
  return normalising([parts = std::move(parts)](std::string& text) {
    for (const auto& part : parts) part->apply(text);
  });
}

std::unique_ptr<TextNormalizer> normalizer_of_type(TokenFields& fields) {
  const std::string type = fields.type();
  const auto form = [](NormalForm own) {
    return normalising([own](std::string& text) { text = normal_form(own, text); });
  };
  if (type == "Sequence") return sequence_of_normalizers(fields);
  if (type == "BertNormalizer") return make_bert(fields);
  if (type == "NFC") return form(NormalForm::nfc);
  if (type == "NFD") return form(NormalForm::nfd);
  if (type == "NFKC") return form(NormalForm::nfkc);
  if (type == "NFKD") return form(NormalForm::nfkd);
  if (type == "Lowercase") return normalising(make_lower);
  if (type == "StripAccents") return normalising([](std::string& text) { remove_marks(text, is_mark); });
  if (type == "Nmt") return normalising(clean_for_translation);
  if (type == "Strip") return make_strip(fields);
  if (type == "Replace") return make_replace(fields);
  if (type == "Precompiled") return make_precompiled_normalizer(fields.text("precompiled_charsmap"), fields.who());
  if (type == "Prepend")
    return normalising([begin = fields.text("prepend")](std::string& text) {
      if (!text.empty()) text.insert(0, begin);
    });
  if (type == "ByteLevel")
    return normalising([](std::string& text) {
      std::string written;
      for (const char byte : text) written += written_byte(static_cast<unsigned char>(byte));
      text = std::move(written);
    });
  fields.refuse_type();
}

}  // namespace

std::unique_ptr<TextNormalizer> make_text_normalizer(const json& description, const std::string& who) {
  if (description.is_null()) return nullptr;
  TokenFields fields(description, who + ": normalizer");
  auto made = normalizer_of_type(fields);
  fields.require_all_read();
  return made;
}

}  // namespace sextant::data
