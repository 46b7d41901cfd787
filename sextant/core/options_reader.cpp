// Sets an options struct from a section of a configuration: every key must be known, every value must
// have the type of its field and lie in its range. An integer may stand for a number, and 1e3 for an integer.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/nearest_name.h"
#include "sextant/core/options.h"
#include "sextant/core/tree.h"

namespace sextant::core {
namespace {

// What was given, short enough for one line.
std::string describe_value(const Tree& value) {
  if (value.is_object()) return "a section";
  std::string text = value.dump(-1, ' ', false, Tree::error_handler_t::replace);
  if (value.is_number_float()) text = fmt::format("{}", value.get<double>());  // JSON has no inf and nan
  constexpr std::size_t longest = 60;
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  if (value.is_string()) return "the string " + text;
  return value.is_array() ? "the list " + text : text;
}

std::optional<double> as_double(const Tree& value) {
  if (!value.is_number()) return std::nullopt;
  return value.get<double>();
}

std::optional<Index> as_index(const Tree& value) {
  constexpr double limit = 9223372036854775808.0;  // 2^63
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) return std::nullopt;
    return static_cast<Index>(number);
  }
  if (value.is_number_integer()) return value.get<Index>();
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (!(number >= -limit && number < limit) || number != std::floor(number)) return std::nullopt;
  return static_cast<Index>(number);
}

bool unsets(const Tree& value) {
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>() == "auto");
}

class Reader final : public OptionVisitor {
 public:
  Reader(const Tree& section, std::string_view path) : section_(section), path_(path) {}

  void operator()(const char* name, bool& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    if (!given->is_boolean()) refuse(name, "true or false", *given);
    value = given->get<bool>();
  }
  void operator()(const char* name, Index& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const auto number = as_index(*given);
    if (!number) refuse(name, "an integer", *given);
    value = *number;
  }
  void operator()(const char* name, double& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const auto number = as_double(*given);
    if (!number) refuse(name, "a number", *given);
    value = *number;
  }
  void operator()(const char* name, std::string& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    if (!given->is_string()) refuse(name, "a quoted string", *given);
    value = given->get<std::string>();
  }
  void operator()(const char* name, std::optional<double>& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const auto number = as_double(*given);
    if (!number && !unsets(*given)) refuse(name, "a number or \"auto\"", *given);
    value = number;
  }
  void operator()(const char* name, std::optional<Index>& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const auto number = as_index(*given);
    if (!number && !unsets(*given)) refuse(name, "an integer or \"auto\"", *given);
    value = number == 0 ? std::nullopt : number;
  }
  void operator()(const char* name, IndexRange& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const bool pair = given->is_array() && given->size() == 2;
    const auto low = as_index(pair ? (*given)[0] : *given), high = as_index(pair ? (*given)[1] : *given);
    if (!low || !high || *low > *high) refuse(name, "an integer or a range such as [4, 16]", *given);
    value = {*low, *high};
  }
  void operator()(const char* name, std::vector<Index>& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const char* const expected = "a list of integers such as [4, 4]";
    if (!given->is_array()) refuse(name, expected, *given);
    std::vector<Index> numbers;
    for (const Tree& element : *given) {
      const auto number = as_index(element);
      if (!number) refuse(name, expected, *given);
      numbers.push_back(*number);
    }
    value = std::move(numbers);
  }
  void operator()(const char* name, std::vector<double>& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const char* const expected = "a list of numbers such as [0.1, 0.5]";
    if (!given->is_array()) refuse(name, expected, *given);
    std::vector<double> numbers;
    for (const Tree& element : *given) {
      const auto number = as_double(element);
      if (!number) refuse(name, expected, *given);
      numbers.push_back(*number);
    }
    value = std::move(numbers);
  }
  void operator()(const char* name, std::vector<std::string>& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const char* const expected = "a list of strings such as [\"one\", \"two\"]";
    if (!given->is_array()) refuse(name, expected, *given);
    for (const Tree& element : *given)
      if (!element.is_string()) refuse(name, expected, *given);
    value = given->get<std::vector<std::string>>();
  }
  void operator()(const char* name, Tree& value, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    if (!given->is_object()) refuse(name, "a configuration", *given);
    value = *given;
  }
  void path(const char* name, std::string& value, const char* help) override { (*this)(name, value, help); }
  void choice(const char* name, std::string& value, std::vector<std::string> choices, const char*) override {
    const Tree* given = find(name);
    if (!given) return;
    const std::string expected = fmt::format("one of {}", fmt::join(choices, ", "));
    if (!given->is_string()) refuse(name, expected, *given);
    const auto& text = given->get_ref<const std::string&>();
    if (std::find(choices.begin(), choices.end(), text) == choices.end())
      fail("{}: expected {}, given {}{}", option_key(path_, name), expected, describe_value(*given),
           nearest_name_hint(text, choices));
    value = text;
  }

 protected:
  void limit(const char* name, std::span<const double> values, const Range& range) override {
    require_range(option_key(path_, name), values, range);
  }
  void limit_count(const char* name, std::span<const double> values) override {
    require_range(option_key(path_, name), values, {.high = largest_count});
  }

 private:
  const Tree* find(const char* name) const {
    const auto found = section_.find(name);
    return found == section_.end() ? nullptr : &*found;
  }
  [[noreturn]] void refuse(const char* name, std::string_view expected, const Tree& given) const {
    fail("{}: expected {}, given {}", option_key(path_, name), expected, describe_value(given));
  }

  const Tree& section_;
  std::string_view path_;
};

}  // namespace

void read_options(const Tree& section, std::string_view path, std::initializer_list<Options*> parts) {
  if (section.is_null()) return;  // a section that was not given
  require(section.is_object(), "{}: expected a section, given {}", path.empty() ? "the configuration" : path,
          describe_value(section));
  const auto known = option_names(parts);
  for (const auto& [key, value] : section.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string nearest = nearest_name(key, known);
    if (!nearest.empty())
      fail("{}: no such option; did you mean {}?", option_key(path, key), option_key(path, nearest));
    if (known.empty()) fail("{}: no such option; this section has none", option_key(path, key));
    fail("{}: no such option; known here: {}", option_key(path, key), fmt::join(known, ", "));
  }
  Reader reader(section, path);
  for (Options* part : parts) part->visit(reader);
}

}  // namespace sextant::core
