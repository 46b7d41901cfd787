// What tokenizer.json puts around the ids of one document: its `post_processor`.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sextant::data {

struct TokenFrame {
  std::vector<std::int32_t> before, behind;
};

/// An empty frame for null. An Error for a type or a field that is not known.
TokenFrame read_token_frame(const nlohmann::json& description, const std::string& who);

}  // namespace sextant::data
