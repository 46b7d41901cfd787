// From a word to token ids: the `model` of tokenizer.json.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"
#include "sextant/data/text/string_map.h"

namespace sextant::data {

class TokenFields;

class TokenModel {
 public:
  virtual ~TokenModel() = default;
  /// Adds the ids of one word, which is not empty. Not to be called by two threads.
  virtual void encode(std::string_view word, std::vector<std::int32_t>& ids) = 0;
  const StringMap& vocabulary() const { return ids_; }

 protected:
  std::optional<std::int32_t> id_of(std::string_view token) const {
    const auto found = ids_.find(token);
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
  }
  /// "<0xE2>" for every byte of a text, where the vocabulary has all of them; else nothing is added.
  bool add_bytes(std::string_view text, std::vector<std::int32_t>& ids) const;

  StringMap ids_;
};

/// An Error for a type or a field that is not known.
std::unique_ptr<TokenModel> make_token_model(const nlohmann::json& description, const std::string& who);

// The models, each in a file of its own.
std::unique_ptr<TokenModel> make_pair_model(TokenFields& fields);
std::unique_ptr<TokenModel> make_unigram_model(TokenFields& fields);
std::unique_ptr<TokenModel> make_word_piece_model(TokenFields& fields);

/// {token: id}
StringMap read_vocabulary(TokenFields& fields);

}  // namespace sextant::data
