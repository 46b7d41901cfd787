#include "sextant/data/tokenizers/text_splitter.h"

#include <utf8proc.h>

#include "sextant/data/text/bpe_files.h"
#include "sextant/data/text/unicode_forms.h"
#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/text_pattern.h"
#include "sextant/data/tokenizers/token_fields.h"

namespace sextant::data {
namespace {

using nlohmann::json;

/// What becomes of a delimiter.
enum class Behavior { removed, isolated, merged_with_previous, merged_with_next, contiguous };

struct Stretch {
  std::size_t begin, end;
  bool match;
};

/// Delimiters and what is between them, in order: joined or dropped as `behavior` says.
std::vector<Stretch> arrange(const std::vector<Stretch>& stretches, Behavior behavior) {
  std::vector<Stretch> result;
  bool before = false;
  if (behavior == Behavior::merged_with_next) {
    for (auto one = stretches.rbegin(); one != stretches.rend(); ++one) {
      if (one->match && !before && !result.empty())
        result.back().begin = one->begin;
      else
        result.push_back(*one);
      before = one->match;
    }
    return {result.rbegin(), result.rend()};
  }
  for (const Stretch& one : stretches) {
    const bool joins = behavior == Behavior::merged_with_previous ? one.match && !before
                       : behavior == Behavior::contiguous         ? one.match == before
                                                                  : false;
    if (joins && !result.empty())
      result.back().end = one.end;
    else if (behavior != Behavior::removed || !one.match)
      result.push_back(one);
    before = one.match;
  }
  return result;
}

void add_parts(const TextPiece& piece, const std::vector<Stretch>& stretches, std::vector<TextPiece>& parts) {
  for (const Stretch& one : stretches)
    parts.push_back({piece.text.substr(one.begin, one.end - one.begin), piece.first && one.begin == 0});
}

/// Every character for which `is_one` holds is a delimiter.
template <class IsOne>
std::vector<Stretch> find_characters(std::string_view text, const IsOne& is_one) {
  std::vector<Stretch> stretches;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (!is_one(next_code_point(text, at))) continue;
    if (done < begin) stretches.push_back({done, begin, false});
    stretches.push_back({begin, at, true});
    done = at;
  }
  if (done < text.size()) stretches.push_back({done, text.size(), false});
  return stretches;
}

std::vector<Stretch> find_matches(std::string_view text, const TextPattern& pattern) {
  std::vector<Stretch> stretches;
  std::size_t done = 0;
  for (auto found = pattern.find(text, 0); found; found = pattern.find(text, done)) {
    if (done < found->begin) stretches.push_back({done, found->begin, false});
    stretches.push_back({found->begin, found->end, true});
    done = found->end;
  }
  if (done < text.size()) stretches.push_back({done, text.size(), false});
  return stretches;
}

template <class Function>
class Splitting final : public TextSplitter {
 public:
  explicit Splitting(Function function) : function_(std::move(function)) {}
  void split(TextPiece piece, std::vector<TextPiece>& parts) const override { function_(std::move(piece), parts); }

 private:
  Function function_;
};

template <class Function>
std::unique_ptr<TextSplitter> splitting(Function function) {
  return std::make_unique<Splitting<Function>>(std::move(function));
}

template <class IsOne>
std::unique_ptr<TextSplitter> splitting_at(IsOne is_one, Behavior behavior) {
  return splitting([=](TextPiece piece, std::vector<TextPiece>& parts) {
    add_parts(piece, arrange(find_characters(piece.text, is_one), behavior), parts);
  });
}

Behavior read_behavior(TokenFields& fields, const char* otherwise = nullptr) {
  const std::string name = fields.text("behavior", otherwise);
  const std::vector<std::string> known = {"Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"};
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] == name) return static_cast<Behavior>(i);
  fail("{}: behavior '{}' is not supported", fields.who(), name);
}

/// The one character that a field holds.
char32_t read_character(TokenFields& fields, const char* key) {
  const std::string text = fields.text(key);
  std::size_t at = 0;
  const char32_t c = text.empty() ? 0 : next_code_point(text, at);
  require(!text.empty() && at == text.size(), "{}: {} is '{}', expected one character", fields.who(), key, text);
  return c;
}

std::unique_ptr<TextSplitter> make_byte_level(TokenFields& fields) {
  const bool prefix = fields.flag("add_prefix_space"), split = fields.flag("use_regex", true);
  fields.ignore({"trim_offsets"});
  return splitting([=](TextPiece piece, std::vector<TextPiece>& parts) {
    if (prefix && !piece.text.starts_with(' ')) piece.text.insert(0, 1, ' ');
    for (std::string_view rest = piece.text; !rest.empty();) {
      const std::size_t size = split ? first_bpe_part(rest) : rest.size();
      TextPiece part{.first = piece.first && rest.data() == piece.text.data()};
      for (const char byte : rest.substr(0, size)) part.text += written_byte(static_cast<unsigned char>(byte));
      parts.push_back(std::move(part));
      rest.remove_prefix(size);
    }
  });
}

std::unique_ptr<TextSplitter> make_metaspace(TokenFields& fields) {
  std::string mark;
  const char32_t own = read_character(fields, "replacement");
  append_utf8(own, mark);
  const bool older = fields.flag("add_prefix_space", true);
  const std::string scheme = fields.text("prepend_scheme", older ? "always" : "never");
  require(scheme == "always" || scheme == "first" || scheme == "never", "{}: prepend_scheme '{}' is not supported",
          fields.who(), scheme);
  const bool split = fields.flag("split", true);
  fields.ignore({"str_rep"});
  return splitting([=](TextPiece piece, std::vector<TextPiece>& parts) {
    for (std::size_t at = piece.text.find(' '); at != std::string::npos; at = piece.text.find(' ', at))
      piece.text.replace(at, 1, mark);
    if ((scheme == "always" || (scheme == "first" && piece.first)) && !piece.text.starts_with(mark))
      piece.text.insert(0, mark);
    if (!split) return parts.push_back(std::move(piece));
    add_parts(piece,
              arrange(find_characters(piece.text, [own](char32_t c) { return c == own; }), Behavior::merged_with_next),
              parts);
  });
}

std::unique_ptr<TextSplitter> make_pattern_split(TokenFields& fields) {
  TokenFields pattern(fields.field("pattern"), fields.who() + ": pattern");
  const bool literal = pattern.has("String");
  const std::string given = pattern.text(literal ? "String" : "Regex");
  pattern.require_all_read();
  require(!given.empty(), "{}: the pattern is empty", fields.who());
  TextPattern wanted = literal ? TextPattern::literal(given) : TextPattern::regular_expression(given, pattern.who());
  return splitting([wanted = std::move(wanted), behavior = read_behavior(fields),
                    invert = fields.flag("invert", false)](TextPiece piece, std::vector<TextPiece>& parts) {
    auto stretches = find_matches(piece.text, wanted);
    if (invert)
      for (Stretch& one : stretches) one.match = !one.match;
    add_parts(piece, arrange(stretches, behavior), parts);
  });
}

bool is_digit(char32_t c) {
  static const CharacterClass digits = {
      .parts = {{.kind = CharacterClass::Part::Kind::category,
                 .categories = 1u << UTF8PROC_CATEGORY_ND | 1u << UTF8PROC_CATEGORY_NL | 1u << UTF8PROC_CATEGORY_NO}}};
  return digits.has(c);
}

/// What BERT does: blanks go, punctuation stands apart.
void split_as_bert(TextPiece piece, std::vector<TextPiece>& parts) {
  std::vector<TextPiece> words;
  add_parts(piece, arrange(find_characters(piece.text, is_white_space), Behavior::removed), words);
  for (const TextPiece& word : words)
    add_parts(word, arrange(find_characters(word.text, is_bert_punctuation), Behavior::isolated), parts);
}

std::unique_ptr<TextSplitter> sequence_of_splitters(TokenFields& fields) {
  std::vector<std::shared_ptr<TextSplitter>> steps;
  const json& list = fields.field("pretokenizers");
  require(list.is_array(), "{}: pretokenizers is no list", fields.who());
  for (const json& one : list)
    if (auto step = make_text_splitter(one, fields.who())) steps.push_back(std::move(step));
  return splitting([steps = std::move(steps)](TextPiece piece, std::vector<TextPiece>& parts) {
    std::vector<TextPiece> own = {std::move(piece)};
    for (const auto& step : steps) split_pieces(*step, own);
    std::move(own.begin(), own.end(), std::back_inserter(parts));
  });
}

std::unique_ptr<TextSplitter> make_words(const std::string& who) {
  return splitting([words = TextPattern::regular_expression("[\\w\u200c\u200d]+|[^\\w\\s\u200c\u200d]+", who)](
                       TextPiece piece, std::vector<TextPiece>& parts) {
    auto stretches = find_matches(piece.text, words);
    for (Stretch& one : stretches) one.match = !one.match;
    add_parts(piece, arrange(stretches, Behavior::removed), parts);
  });
}

std::unique_ptr<TextSplitter> splitter_of_type(TokenFields& fields) {
  const std::string type = fields.type();
  if (type == "Sequence") return sequence_of_splitters(fields);
  if (type == "ByteLevel") return make_byte_level(fields);
  if (type == "Metaspace") return make_metaspace(fields);
  if (type == "Split") return make_pattern_split(fields);
  if (type == "BertPreTokenizer") return splitting(split_as_bert);
  if (type == "WhitespaceSplit") return splitting_at(is_white_space, Behavior::removed);
  if (type == "Whitespace") return make_words(fields.who());
  if (type == "Punctuation") return splitting_at(is_bert_punctuation, read_behavior(fields, "Isolated"));
  if (type == "Digits")
    return splitting_at(is_digit, fields.flag("individual_digits") ? Behavior::isolated : Behavior::contiguous);
  if (type == "CharDelimiterSplit")
    return splitting_at([own = read_character(fields, "delimiter")](char32_t c) { return c == own; },
                        Behavior::removed);
  fields.refuse_type();
}

}  // namespace

void split_pieces(const TextSplitter& splitter, std::vector<TextPiece>& pieces) {
  std::vector<TextPiece> all;
  for (TextPiece& piece : pieces) {
    if (piece.id >= 0)
      all.push_back(std::move(piece));
    else
      splitter.split(std::move(piece), all);
  }
  std::erase_if(all, [](const TextPiece& piece) { return piece.id < 0 && piece.text.empty(); });
  pieces = std::move(all);
}

std::unique_ptr<TextSplitter> make_text_splitter(const json& description, const std::string& who) {
  if (description.is_null()) return nullptr;
  TokenFields fields(description, who + ": pre_tokenizer");
  auto made = splitter_of_type(fields);
  fields.require_all_read();
  return made;
}

}  // namespace sextant::data
