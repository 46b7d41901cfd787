#include "sextant/data/tokenizers/added_tokens.h"

#include <algorithm>

#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/text_pattern.h"
#include "sextant/data/tokenizers/token_fields.h"

namespace sextant::data {
namespace {

bool is_word_character(char32_t c) {
  static const CharacterClass words = {
      .parts = {{.kind = CharacterClass::Part::Kind::word}, {.first = 0x200c, .last = 0x200d}}};
  return words.has(c);
}

/// Where the character before `at` begins.
std::size_t before(std::string_view text, std::size_t at) {
  do --at;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80);
  return at;
}

char32_t character_at(std::string_view text, std::size_t at) { return next_code_point(text, at); }

}  // namespace

AddedTokens::AddedTokens(const nlohmann::json& list, const StringMap& vocabulary, const TextNormalizer* normalizer,
                         const std::string& who) {
  require(list.is_null() || list.is_array(), "{}: added_tokens is no list", who);
  std::int32_t next = static_cast<std::int32_t>(vocabulary.size());
  for (const auto& one : list) {
    TokenFields fields(one, who + ": added_tokens");
    const auto id = static_cast<std::int32_t>(fields.integer("id"));
    std::string content = fields.text("content");
    const Token token{id, fields.flag("single_word", false), fields.flag("lstrip", false),
                      fields.flag("rstrip", false)};
    const bool normalised = fields.flag("normalized", true);
    fields.ignore({"special"});
    fields.require_all_read();
    if (content.empty()) continue;
    const auto known = vocabulary.find(content);
    const auto again = ids_.find(content);
    const std::int32_t expected = again != ids_.end()         ? again->second
                                  : known != vocabulary.end() ? known->second
                                                              : next;
    require(id == expected, "{}: added token '{}' says id {}, but Hugging Face's tokenizers give it {}", who, content,
            id, expected);
    if (id == next) ++next;
    ids_.insert_or_assign(content, id);
    if (normalised && normalizer) normalizer->apply(content);
    if (!content.empty()) (normalised ? normalised_ : raw_).insert_or_assign(content, token);
  }
}

void AddedTokens::find(std::string_view text, bool first, const Wanted& wanted, std::vector<TextPiece>& pieces) {
  std::size_t done = 0;
  const auto add = [&](std::size_t begin, std::size_t end, std::int32_t id) {
    pieces.push_back({std::string(text.substr(begin, end - begin)), first && begin == 0, id});
  };
  std::size_t longest = 0;
  for (const auto& [content, token] : wanted) longest = std::max(longest, content.size());
  for (std::size_t at = 0; at < text.size() && !wanted.empty();) {
    auto found = wanted.end();
    std::size_t size = 0;
    for (size = std::min(longest, text.size() - at); size > 0; --size)
      if (found = wanted.find(text.substr(at, size)); found != wanted.end()) break;
    if (found == wanted.end()) {
      next_code_point(text, at);
      continue;
    }
    std::size_t begin = at, end = at + size;
    at = end;
    const Token& token = found->second;
    if (token.single_word && ((begin > 0 && is_word_character(character_at(text, before(text, begin)))) ||
                              (end < text.size() && is_word_character(character_at(text, end)))))
      continue;
    while (token.strip_left && begin > done && is_white_space(character_at(text, before(text, begin))))
      begin = before(text, begin);
    while (token.strip_right && end < text.size() && is_white_space(character_at(text, end)))
      next_code_point(text, end);
    if (done < begin) add(done, begin, -1);
    add(begin, end, token.id);
    done = end;
  }
  if (done < text.size()) add(done, text.size(), -1);
}

std::vector<TextPiece> AddedTokens::split(std::string_view text, const TextNormalizer* normalizer) const {
  std::vector<TextPiece> raw, pieces;
  find(text, true, raw_, raw);
  for (TextPiece& piece : raw) {
    if (piece.id >= 0) {
      pieces.push_back(std::move(piece));
      continue;
    }
    if (normalizer) normalizer->apply(piece.text);
    find(piece.text, piece.first, normalised_, pieces);
  }
  return pieces;
}

}  // namespace sextant::data
