// How config.json declares rotary positions: rope_parameters, or in older files rope_theta, rope_scaling, rotary_pct.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

using nlohmann::json;

class RopeFields {
 public:
  RopeFields(const json& fields, std::string who) : fields_(fields), who_(std::move(who)) {}

  bool has(const char* key) const { return fields_.contains(key) && !fields_[key].is_null(); }
  double number(const char* key, double otherwise) {
    read_.insert(key);
    if (!has(key)) return otherwise;
    require(fields_[key].is_number(), "{}: {} is {}, expected a number", who_, key, fields_[key].dump());
    return fields_[key].get<double>();
  }
  std::string text(const char* key) {
    read_.insert(key);
    return has(key) && fields_[key].is_string() ? fields_[key].get<std::string>() : "";
  }
  std::vector<double> numbers(const char* key) {
    read_.insert(key);
    require(has(key) && fields_[key].is_array(), "{}: {} is missing", who_, key);
    std::vector<double> values;
    for (const json& one : fields_[key]) {
      require(one.is_number() && one.get<double>() > 0, "{}: {} holds {}, expected positive numbers", who_, key,
              one.dump());
      values.push_back(one.get<double>());
    }
    return values;
  }
  void require_all_read() const {
    for (const auto& [key, value] : fields_.items())
      require(read_.contains(key) || value.is_null(), "{}: {} ({}) is unknown, and may change the result", who_, key,
              value.dump());
  }

 private:
  const json& fields_;
  std::string who_;
  std::set<std::string> read_;
};

void require_valid_rope(const foreign::Rope& rope, const std::string& who) {
  static const std::vector<std::string> known = {"default", "linear", "dynamic", "yarn", "longrope", "llama3"};
  require(std::ranges::find(known, rope.scaling) != known.end(), "{}: rope_type '{}' is not supported; known: {}", who,
          rope.scaling, fmt::join(known, ", "));
  require(rope.base > 1 && rope.factor > 0, "{}: rope_theta {} and factor {}: expected more than 1 and more than 0",
          who, rope.base, rope.factor);
  require(rope.width > 0 && rope.width % 2 == 0, "{}: {} rotary dimensions, expected an even number above 0", who,
          rope.width);
  const bool needs_length = rope.scaling == "yarn" || rope.scaling == "longrope" || rope.scaling == "llama3";
  require(!needs_length || rope.original_length > 0, "{}: rope_type {} needs original_max_position_embeddings", who,
          rope.scaling);
}

}  // namespace

foreign::Rope Draft::rope(Index head_width, double share, double base, const std::string& kind) {
  json fields = config.field("rope_parameters");
  const json& older = config.field("rope_scaling");
  if (!kind.empty() && fields.is_object() && fields.contains(kind)) fields = json(fields[kind]);
  if (!fields.is_object()) fields = older.is_object() ? older : json::object();
  RopeFields read(fields, config.who() + ": rope_parameters");
  foreign::Rope rope;
  std::string type = read.text("rope_type");
  if (const std::string old_name = read.text("type"); type.empty()) type = old_name;
  rope.scaling = type.empty() ? "default" : type == "su" ? "longrope" : type;
  // A field of the same meaning outside is older; what is inside is in force.
  rope.base = read.number("rope_theta", config.number("rope_theta", config.number("rotary_emb_base", base)));
  const double part =
      read.number("partial_rotary_factor", config.number("partial_rotary_factor", config.number("rotary_pct", share)));
  rope.width = static_cast<Index>(static_cast<double>(head_width) * part);
  rope.longest = static_cast<double>(config.integer("max_position_embeddings", 0));
  rope.original_length =
      read.number("original_max_position_embeddings", config.number("original_max_position_embeddings", 0));
  const bool has_factor = read.has("factor");
  rope.factor = read.number("factor", 1);
  if (!has_factor && rope.original_length > 0 && (rope.scaling == "yarn" || rope.scaling == "longrope"))
    rope.factor = rope.longest / rope.original_length;
  rope.attention_factor = read.number("attention_factor", 0);
  if (rope.scaling == "llama3") {
    rope.low_frequency_factor = read.number("low_freq_factor", 1);
    rope.high_frequency_factor = read.number("high_freq_factor", 4);
  }
  if (rope.scaling == "yarn") {
    rope.beta_fast = read.number("beta_fast", 32);
    rope.beta_slow = read.number("beta_slow", 1);
    rope.magnitude = read.number("mscale", 0);
    rope.magnitude_all = read.number("mscale_all_dim", 0);
    if (read.has("truncate")) rope.truncate = fields["truncate"] != json(false);
    read.text("truncate");
  }
  if (rope.scaling == "longrope") {
    rope.short_factors = read.numbers("short_factor");
    rope.long_factors = read.numbers("long_factor");
  }
  read.require_all_read();
  require_valid_rope(rope, config.who());
  return rope;
}

}  // namespace sextant::lab
