#include "sextant/analysis/anchor_rows.h"

#include <algorithm>
#include <charconv>

namespace sextant::analysis {
namespace {

/// From "(4, 3)"; nothing where it is no pair.
std::optional<std::pair<Index, Index>> read_pair(const std::string& text) {
  Index first = 0, second = 0;
  const auto comma = text.find(", ");
  if (!text.starts_with('(') || !text.ends_with(')') || comma == std::string::npos) return std::nullopt;
  const char* const begin = text.data();
  const auto one = std::from_chars(begin + 1, begin + comma, first);
  const auto two = std::from_chars(begin + comma + 2, begin + text.size() - 1, second);
  if (one.ptr != begin + comma || two.ptr != begin + text.size() - 1) return std::nullopt;
  return std::pair(first, second);
}

std::optional<AnchorRow> find_row(const SplitRows& split, Index sample, Index length) {
  const auto pair = read_pair(split.groups[static_cast<std::size_t>(sample)]);
  const auto tokens = split.rows.tokens.begin() + sample * length;
  if (!pair) return std::nullopt;
  for (Index place = 0; place + 2 < length; ++place)
    if (tokens[place + 1] == pair->first && tokens[place + 2] == pair->second)
      return AnchorRow{sample, place, tokens[place], pair->first, pair->second};
  return std::nullopt;
}

}  // namespace

std::vector<AnchorRow> find_anchors(const SplitRows& split, Index length) {
  std::vector<AnchorRow> rows;
  for (Index sample = 0; sample < static_cast<Index>(split.groups.size()); ++sample)
    if (const auto row = find_row(split, sample, length)) rows.push_back(*row);
  return rows;
}

std::string refuse_anchors(const Subject& subject) {
  const TaskShape& shape = subject.model.shape();
  const SplitRows* test = split_named(subject, "test");
  const bool known = shape.input == InputKind::tokens && shape.readout == ReadoutPlace::last && test &&
                     !test->groups.empty() && !subject.model.options().cls && find_row(*test, 0, shape.length);
  return known ? "" : "the samples of the task are not a key with two anchors";
}

const SplitRows* split_named(const Subject& subject, std::string_view name) {
  const auto found = std::ranges::find(subject.splits, name, &SplitRows::name);
  return found == subject.splits.end() ? nullptr : &*found;
}

std::optional<Index> taught_offset(const Subject& subject, Index first, Index second) {
  const SplitRows& test = *split_named(subject, "test");
  for (const auto& row : find_anchors(test, subject.model.shape().length))
    if (row.first == first && row.second == second)
      return test.rows.labels[static_cast<std::size_t>(row.sample)] - row.key;
  return std::nullopt;
}

}  // namespace sextant::analysis
