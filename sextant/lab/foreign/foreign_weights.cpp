#include "sextant/lab/foreign/foreign_weights.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

/// (rows, columns) to (columns, rows)
std::vector<double> transpose(const std::vector<double>& values, Index rows, Index columns) {
  std::vector<double> result(values.size());
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j)
      result[static_cast<std::size_t>(j * rows + i)] = values[static_cast<std::size_t>(i * columns + j)];
  return result;
}

std::vector<double> part(const std::vector<double>& values, std::size_t number, std::size_t parts) {
  const auto size = static_cast<std::ptrdiff_t>(values.size() / parts);
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(number) * size;
  return {begin, begin + size};
}

/// (heads, inputs, outputs per head) to (heads*outputs per head, inputs): each head on its own.
std::vector<double> join_heads(const std::vector<double>& values, const std::vector<Index>& shape) {
  std::vector<double> result;
  const auto heads = static_cast<std::size_t>(shape[0]);
  for (std::size_t head = 0; head < heads; ++head) {
    const auto turned = transpose(part(values, head, heads), shape[1], shape[2]);
    result.insert(result.end(), turned.begin(), turned.end());
  }
  return result;
}

std::vector<double> bring_into_form(const std::vector<double>& values, const std::vector<Index>& shape, Form form,
                                    const std::string& who) {
  if (form == Form::same) return values;
  if (form >= Form::first_third && form <= Form::third_third) {
    require(shape.at(0) % 3 == 0, "{}: {} rows are not divisible by three", who, shape.at(0));
    return part(values, static_cast<std::size_t>(form) - static_cast<std::size_t>(Form::first_third), 3);
  }
  const bool by_head = form == Form::heads_in || form == Form::heads_out;
  require(shape.size() == (by_head ? 3u : 2u) && values.size() > 0, "{}: shape ({}) has {} axes, expected {}", who,
          fmt::join(shape, ", "), shape.size(), by_head ? 3 : 2);
  if (form == Form::heads_in) return join_heads(values, shape);
  // (heads, inputs per head, outputs) is (heads*inputs per head, outputs)
  if (form == Form::heads_out) return transpose(values, shape[0] * shape[1], shape[2]);
  if (form == Form::from_row_two) return {values.begin() + 2 * shape[1], values.end()};
  const auto turned = transpose(values, shape[0], shape[1]);
  if (form == Form::transposed) return turned;
  require(shape[1] % 3 == 0, "{}: {} columns are not divisible by three", who, shape[1]);
  return part(turned, static_cast<std::size_t>(form) - static_cast<std::size_t>(Form::first_columns), 3);
}

/// The first of "a|b|c" that the file has; else the first.
std::string choose(const TensorFile& file, const std::string& prefix, std::string_view names) {
  std::string first;
  for (;;) {
    const auto end = names.find('|');
    std::string_view name = names.substr(0, end);
    const bool alone = name.starts_with('/');
    if (alone) name.remove_prefix(1);
    const std::string full = alone ? std::string(name) : prefix + std::string(name);
    if (file.has(full)) return full;
    if (first.empty()) first = full;
    if (end == std::string_view::npos) return first;
    names.remove_prefix(end + 1);
  }
}

/// Adds the first row of another table, where there is one, to every row.
void add_first_row(const TensorFile& file, const std::string& name, std::vector<double>& values) {
  if (!file.has(name)) return;
  const auto width = static_cast<std::size_t>(file.find(name).shape.at(1));
  const auto added = file.values(name);
  require(added.size() >= width && values.size() % width == 0, "{}: '{}' does not match the token embedding",
          file.path(), name);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += added[i % width];
}

}  // namespace

std::vector<std::string> tensors_of(const TensorFile& file, const std::string& prefix, const Rule& rule, Index block) {
  const std::string theirs = in_block(rule.theirs, block);
  const auto plus = theirs.find('+');
  std::vector<std::string> names = {choose(file, prefix, std::string_view(theirs).substr(0, plus))};
  if (plus != std::string::npos) names.push_back(prefix + theirs.substr(plus + 1));
  return names;
}

std::vector<double> read_weight(const TensorFile& file, const std::string& prefix, const Rule& rule, Index block) {
  const auto names = tensors_of(file, prefix, rule, block);
  const std::string& name = names.front();
  if (rule.optional && !file.has(name)) return {};
  const auto& entry = file.find(name);
  auto values =
      bring_into_form(file.values(name), entry.shape, rule.form, fmt::format("{}: tensor '{}'", file.path(), name));
  if (names.size() > 1) add_first_row(file, names[1], values);
  return values;
}

}  // namespace sextant::lab
