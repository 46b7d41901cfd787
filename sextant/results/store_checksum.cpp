#include "sextant/results/store_checksum.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/digest.h"

namespace sextant::results {
namespace {

void add_number(Digest& digest, const std::optional<double>& number) {
  digest.add(number && !std::isnan(*number) ? fmt::format("{},", *number) : ",");  // SQLite has no NaN
}

}  // namespace

std::string checksum_row(const std::vector<std::pair<std::string, Tree>>& columns) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : columns)
    if (!value.is_null() && name != row_checksum) texts.push_back(name + "=" + value.dump());
  std::ranges::sort(texts);  // columns come in the order in which processes added them
  Digest digest;
  for (const auto& text : texts) digest.add(std::to_string(text.size())).add(":").add(text);
  return digest.text();
}

std::string checksum_metrics(const std::vector<MetricsRow>& rows) {
  std::vector<const MetricsRow*> sorted;
  for (const auto& row : rows) sorted.push_back(&row);
  std::ranges::stable_sort(sorted, [](const MetricsRow* a, const MetricsRow* b) {
    return std::pair(!a->readings.empty(), a->step) < std::pair(!b->readings.empty(), b->step);
  });
  Digest digest;
  for (const MetricsRow* row : sorted) {
    for (const auto& [name, value] : row->readings)
      if (!std::isnan(value)) digest.add(fmt::format("{} {}={}\n", row->step, name, value));
    if (!row->readings.empty()) continue;
    digest.add(fmt::format("{},{},", row->step, row->split));
    for (const auto& [name, member] : metrics_columns) add_number(digest, row->*member);
    digest.add("\n");
  }
  return digest.text();
}

}  // namespace sextant::results
