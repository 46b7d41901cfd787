#include "sextant/data/tokenizers/post_processor.h"

#include "sextant/data/tokenizers/token_fields.h"

namespace sextant::data {
namespace {

using nlohmann::json;

std::int32_t read_id(const json& id, const std::string& who) {
  require(id.is_number_unsigned() && id.get<std::uint64_t>() < (1u << 31), "{}: {} is no token id", who,
          id.dump().substr(0, 40));
  return id.get<std::int32_t>();
}

/// ["[CLS]", 101]
std::int32_t read_pair(TokenFields& fields, const char* key) {
  const json& pair = fields.field(key);
  require(pair.is_array() && pair.size() == 2, "{}: {} is not a token and its id", fields.who(), key);
  return read_id(pair[1], fields.who());
}

/// "single" alone: documents are never paired here.
TokenFrame read_template(TokenFields& fields) {
  TokenFrame frame;
  bool behind = false;
  const json& single = fields.field("single");
  const json& special = fields.field("special_tokens");
  require(single.is_array() && (special.is_object() || special.is_null()), "{}: expected `single` and `special_tokens`",
          fields.who());
  for (const json& one : single) {
    require(one.is_object() && one.size() == 1, "{}: single holds {}", fields.who(), one.dump().substr(0, 60));
    if (one.contains("Sequence")) {
      require(!behind, "{}: single has its sequence twice", fields.who());
      behind = true;
      continue;
    }
    require(one.contains("SpecialToken") && one["SpecialToken"].is_object(), "{}: single holds {}", fields.who(),
            one.dump().substr(0, 60));
    TokenFields token(one["SpecialToken"], fields.who() + ": SpecialToken");
    const std::string name = token.text("id");
    const bool known = special.is_object() && special.contains(name) && special[name].is_object() &&
                       special[name].contains("ids") && special[name]["ids"].is_array();
    require(known, "{}: '{}' is not among special_tokens", fields.who(), name);
    for (const json& id : special[name]["ids"])
      (behind ? frame.behind : frame.before).push_back(read_id(id, fields.who()));
  }
  require(behind, "{}: single has no sequence", fields.who());
  fields.ignore({"pair"});
  return frame;
}

TokenFrame read_by_type(TokenFields& fields) {
  const std::string type = fields.type();
  if (type == "TemplateProcessing") return read_template(fields);
  if (type == "BertProcessing" || type == "RobertaProcessing") {
    if (type == "RobertaProcessing") fields.ignore({"trim_offsets", "add_prefix_space"});  // of offsets
    return {{read_pair(fields, "cls")}, {read_pair(fields, "sep")}};
  }
  if (type == "ByteLevel") {  // offsets alone
    fields.ignore({"add_prefix_space", "trim_offsets", "use_regex"});
    return {};
  }
  if (type != "Sequence") fields.refuse_type();
  TokenFrame frame;
  const json& list = fields.field("processors");
  require(list.is_array(), "{}: processors is no list", fields.who());
  for (const json& one : list) {  // each goes around what is there
    const TokenFrame own = read_token_frame(one, fields.who());
    frame.before.insert(frame.before.begin(), own.before.begin(), own.before.end());
    frame.behind.insert(frame.behind.end(), own.behind.begin(), own.behind.end());
  }
  return frame;
}

}  // namespace

TokenFrame read_token_frame(const json& description, const std::string& who) {
  if (description.is_null()) return {};
  TokenFields fields(description, who + ": post_processor");
  TokenFrame frame = read_by_type(fields);
  fields.require_all_read();
  return frame;
}

}  // namespace sextant::data
