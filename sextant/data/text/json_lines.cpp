// JSON lines (one JSON value per line, jsonlines.org).
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"
#include "sextant/core/json_text.h"
#include "sextant/core/options.h"
#include "sextant/data/text/line_stream.h"
#include "sextant/data/text/text_source.h"

namespace sextant::data {
namespace {

using Json = nlohmann::json;

class JsonLines final : public TextSource {
 public:
  JsonLines(const std::string& path, const std::string& key, std::size_t longest) : lines_(path, longest) {
    for (std::size_t begin = 0; begin < key.size();) {
      const std::size_t end = std::min(key.find('.', begin), key.size());
      keys_.push_back(key.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  bool next(std::string_view& text) override {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.find_first_not_of(" \t\r") == std::string_view::npos);
    row_ = parse_json(line, place());
    const Json* value = &row_;
    for (const std::string& key : keys_) value = &find(*value, key);
    require(value->is_string(), "{}: expected a string at '{}', found {} {}", place(), fmt::join(keys_, "."),
            value->type_name(), value->dump().substr(0, 40));
    text = value->get_ref<const std::string&>();
    return true;
  }
  BytesRead progress() const override { return lines_.progress(); }
  std::string place() const override { return lines_.place(); }

 private:
  const Json& find(const Json& value, const std::string& key) const {
    require(value.is_object(), "{}: expected an object with the key '{}', found {}", place(), key, value.type_name());
    if (const auto found = value.find(key); found != value.end()) return *found;
    std::vector<std::string> names;
    for (const auto& [name, ignored] : value.items()) names.push_back(name);
    fail("{}: no key '{}'{}; found: {}", place(), key, nearest_name_hint(key, names), fmt::join(names, ", "));
  }

  LineStream lines_;
  std::vector<std::string> keys_;
  Json row_;
};

}  // namespace

std::unique_ptr<TextSource> open_json_lines(const std::string& path, const std::string& key, std::size_t longest) {
  return std::make_unique<JsonLines>(path, key, longest);
}

}  // namespace sextant::data
