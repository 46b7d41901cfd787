// Which array of a file holds the series, and which of its axes is time.
#include <algorithm>
#include <span>

#include "sextant/core/error.h"
#include "sextant/data/series/series_parts.h"

namespace sextant::data {
namespace {

std::string shape_text(const TensorEntry& entry) { return fmt::format("{}", fmt::join(entry.shape, " x ")); }

bool could_be_series(const TensorEntry& entry) {
  return entry.shape.size() == 2 && entry.shape[0] >= 2 && entry.shape[1] >= 2;
}

const TensorEntry& choose(const TensorFile& file, std::vector<std::string>& notes) {
  std::vector<const TensorEntry*> candidates;
  std::vector<std::string> all;
  for (const auto& entry : file.entries()) {
    if (could_be_series(entry)) candidates.push_back(&entry);
    all.push_back(fmt::format("{} ({})", entry.name, shape_text(entry)));
  }
  const bool images = std::ranges::any_of(file.entries(), [](const auto& entry) { return entry.shape.size() > 2; });
  require(!candidates.empty(), "{}: expected an array (time, variables) with at least 2 of each; found {}{}",
          file.path(), fmt::join(all, ", "),
          images ? "; if these are images: sextant reproduce pixels --data FILE" : "");
  std::ranges::stable_sort(candidates, [](const auto* a, const auto* b) { return a->count() > b->count(); });
  const TensorEntry& largest = *candidates.front();
  for (const TensorEntry* other : std::span(candidates).subspan(1))
    require(largest.count() > other->count(), "{}: '{}' and '{}' are equally large; specify one, as in {}#{}",
            file.path(), largest.name, other->name, file.path(), largest.name);
  if (all.size() > 1) notes.push_back(fmt::format("using array '{}' of {}", largest.name, fmt::join(all, ", ")));
  return largest;
}

bool all_equal(const std::vector<RawArray>& arrays, Index RawArray::*axis) {
  return std::ranges::all_of(arrays, [&](const auto& array) { return array.*axis == arrays.front().*axis; });
}

}  // namespace

RawArray take_array(const ArrayFile& file, const std::string& wanted, std::vector<std::string>& notes) {
  const TensorEntry& entry = wanted.empty() ? choose(*file.arrays, notes) : file.arrays->find(wanted);
  require(could_be_series(entry), "{}: '{}' has the shape ({}); expected (time, variables) with at least 2 of each",
          file.arrays->path(), entry.name, shape_text(entry));
  return {"", entry.shape[0], entry.shape[1], file.arrays->values(entry.name)};
}

bool time_runs_along_rows(const std::string& asked, const std::vector<RawArray>& arrays, const AxisHints& hints,
                          std::vector<std::string>& notes) {
  require(asked == "auto" || asked == "rows" || asked == "columns",
          "time axis: expected auto, rows or columns, not '{}'", asked);
  const auto decide = [&](bool rows, std::string_view reason) {
    notes.push_back(fmt::format("time runs along the {}: {}", rows ? "rows" : "columns", reason));
    return rows;
  };
  if (asked != "auto") return decide(asked == "rows", "as specified");
  if (hints.columns_named != hints.rows_named)
    return decide(hints.columns_named, "the file names the variables along the other axis");
  const bool same_rows = all_equal(arrays, &RawArray::rows), same_columns = all_equal(arrays, &RawArray::columns);
  const auto& first = arrays.front();
  const auto labelled = [&](Index extent) { return std::ranges::count(hints.label_counts, extent) > 0; };
  const bool by_rows = same_rows && labelled(first.rows), by_columns = same_columns && labelled(first.columns);
  if (by_rows != by_columns) return decide(by_columns, "the other axis has as many entries as there are labels");
  require(same_rows || same_columns,
          "{} and the other recordings have no axis of equal length; all must have the same variables", first.name);
  if (same_rows != same_columns) return decide(same_columns, "only the other axis is equally long in all recordings");
  if (first.rows == first.columns) return decide(true, "the array is square, so this is a guess");
  return decide(first.rows > first.columns, "it is the longer axis");
}

}  // namespace sextant::data
