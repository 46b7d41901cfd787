// How tokenizer.json splits a normalised text into words before the model sees it: its `pre_tokenizer`.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sextant::data {

/// A part of a text. `id` of 0 or more: a token found as such, which nothing changes any more.
struct TextPiece {
  std::string text = {};
  bool first = false;  // begins where the document begins
  std::int32_t id = -1;
};

class TextSplitter {
 public:
  virtual ~TextSplitter() = default;
  /// Adds the parts of one piece; empty ones are left out by the caller.
  virtual void split(TextPiece piece, std::vector<TextPiece>& parts) const = 0;
};

/// All pieces that are no tokens yet; empty parts go.
void split_pieces(const TextSplitter& splitter, std::vector<TextPiece>& pieces);

/// nullptr for null. An Error for a type or a field that is not known.
std::unique_ptr<TextSplitter> make_text_splitter(const nlohmann::json& description, const std::string& who);

}  // namespace sextant::data
