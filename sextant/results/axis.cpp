// Lists and ranges to values.
#include "sextant/results/axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/renamed_options.h"

namespace sextant::results {
namespace {

constexpr std::size_t most_values = 100'000;  // of one range: more is a slip of the hand

/// Parts of `text` between separators that stand outside brackets and quotes.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quote != 0) {
      if (letter == quote) quote = 0;
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
    } else if (letter == '[' || letter == '{') {
      ++depth;
    } else if (letter == ']' || letter == '}') {
      --depth;
    } else if (letter == separator && depth == 0) {
      parts.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  parts.push_back(text.substr(start));
  return parts;
}

bool read_number(std::string_view text, double& number) {
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end && std::isfinite(number);
}

bool is_integer(std::string_view text) { return text.find_first_of(".eE") == std::string_view::npos; }

struct Range {
  double first = 0, last = 0, step = 1;
  bool multiplies = false;
  bool whole = false;  // all its numbers are integers
};

/// False where the text is no range at all: "grid:4x4" is a value.
bool read_range(std::string_view text, Range& range) {
  const auto parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 3) return false;
  if (!read_number(parts[0], range.first) || !read_number(parts[1], range.last)) return false;
  range.whole = is_integer(parts[0]) && is_integer(parts[1]);
  if (parts.size() == 2) return true;
  std::string_view step = parts[2];
  range.multiplies = step.starts_with('x');
  if (range.multiplies) step.remove_prefix(1);
  range.whole = range.whole && is_integer(step);
  return read_number(step, range.step);
}

/// The number that people would type: 0.7 and not 0.7000000000000001.
double rounded(double value) {
  double result = value;
  read_number(fmt::format("{:.12g}", value), result);
  return result;
}

void add_range(std::vector<Tree>& values, std::string_view key, std::string_view text, const Range& range) {
  if (range.multiplies)
    require(range.first > 0 && range.last >= range.first && range.step > 1,
            "{}={}: expected 0 < first <= last and a factor above 1, as in 1e-4:1e-1:x10", key, text);
  else
    require(range.step > 0 && range.last >= range.first,
            "{}={}: expected first <= last and a step above 0, as in 0.3:1.0:0.1", key, text);
  const double count = range.multiplies ? std::log(range.last / range.first) / std::log(range.step)
                                        : (range.last - range.first) / range.step;
  require(count < static_cast<double>(most_values), "{}={}: {:.0f} values exceed the maximum of {}", key, text,
          std::floor(count + 1e-9) + 1, most_values);
  const auto steps = static_cast<Index>(std::floor(count + 1e-9));
  for (Index i = 0; i <= steps; ++i) {
    const auto at = static_cast<double>(i);
    const double value =
        rounded(range.multiplies ? range.first * std::pow(range.step, at) : range.first + at * range.step);
    if (range.whole)
      values.emplace_back(static_cast<Index>(value));
    else
      values.emplace_back(value);
  }
}

/// Twice the same value would be twice the same run.
std::vector<Tree> without_repeats(const std::vector<Tree>& values) {
  std::vector<Tree> result;
  for (const auto& value : values)
    if (std::ranges::find(result, value) == result.end()) result.push_back(value);
  return result;
}

}  // namespace

Axis parse_axis(std::string_view key, std::string_view text) {
  Axis axis{std::string(current_option_name(key)), {}};
  for (const auto part : split(text, ',')) {
    require(!part.empty() || text.empty(), "{}={}: empty value between two commas", key, text);
    Range range;
    if (read_range(part, range))
      add_range(axis.values, key, part, range);
    else
      axis.values.push_back(parse_value(key, part));
  }
  axis.values = without_repeats(axis.values);
  return axis;
}

Axis read_axis(std::string_view key, const Tree& value) {
  if (value.is_string()) return parse_axis(key, value.get<std::string>());
  if (!value.is_array()) return {std::string(current_option_name(key)), {value}};
  require(!value.empty(), "sweep: the list of values of {} is empty", key);
  return {std::string(current_option_name(key)), without_repeats(value.get<std::vector<Tree>>())};
}

}  // namespace sextant::results
