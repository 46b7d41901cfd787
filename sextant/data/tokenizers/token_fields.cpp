#include "sextant/data/tokenizers/token_fields.h"

namespace sextant::data {
namespace {

using nlohmann::json;

std::string brief(const json& value) {
  const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

}  // namespace

TokenFields::TokenFields(const json& fields, std::string who) : fields_(fields), who_(std::move(who)) {
  require(fields_.is_object(), "{}: expected a JSON object, found {}", who_, fields_.type_name());
}

std::string TokenFields::type() { return text("type", ""); }

bool TokenFields::has(const char* key) const {
  const auto found = fields_.find(key);
  return found != fields_.end() && !found->is_null();
}

const json& TokenFields::field(const char* key) {
  static const json nothing;
  read_.insert(key);
  const auto found = fields_.find(key);
  return found == fields_.end() ? nothing : *found;
}

std::string TokenFields::text(const char* key, const char* otherwise) {
  const json& value = field(key);
  if (value.is_null() && otherwise) return otherwise;
  require(value.is_string(), "{}: {} is {}, expected a text", who_, key, brief(value));
  return value.get<std::string>();
}

bool TokenFields::flag(const char* key, std::optional<bool> otherwise) {
  const json& value = field(key);
  if (value.is_null() && otherwise) return *otherwise;
  require(value.is_boolean(), "{}: {} is {}, expected true or false", who_, key, brief(value));
  return value.get<bool>();
}

Index TokenFields::integer(const char* key, std::optional<Index> otherwise) {
  const json& value = field(key);
  if (value.is_null() && otherwise) return *otherwise;
  require(value.is_number_unsigned() && value.get<std::uint64_t>() < (1u << 31),
          "{}: {} is {}, expected an integer of 0 or more", who_, key, brief(value));
  return value.get<Index>();
}

void TokenFields::ignore(std::initializer_list<const char*> keys) {
  for (const char* key : keys) read_.insert(key);
}

void TokenFields::require_all_read() const {
  for (const auto& [key, value] : fields_.items())
    require(read_.contains(key) || value.is_null(), "{}: field {} ({}) is unknown, and may change the ids", who_, key,
            brief(value));
}

void TokenFields::refuse_type() const {
  fail("{}: type {} is not supported", who_, fields_.contains("type") ? brief(fields_["type"]) : "(none)");
}

}  // namespace sextant::data
