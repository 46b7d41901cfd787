// What tokenizer.json does to a text before it is split: its `normalizer`.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sextant::data {

class TextNormalizer {
 public:
  virtual ~TextNormalizer() = default;
  /// In place; `text` is well-formed UTF-8 before and behind.
  virtual void apply(std::string& text) const = 0;
};

/// nullptr for null. An Error for a type or a field that is not known.
std::unique_ptr<TextNormalizer> make_text_normalizer(const nlohmann::json& description, const std::string& who);

/// SentencePiece's own map of characters, base64 of a double array and the texts it leads to.
std::unique_ptr<TextNormalizer> make_precompiled_normalizer(const std::string& base64, const std::string& who);

}  // namespace sextant::data
