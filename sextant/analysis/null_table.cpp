#include "sextant/analysis/null_table.h"

#include <algorithm>
#include <numeric>

#include "sextant/core/tree.h"

namespace sextant::analysis {

void NullTable::add(const std::string& measure, const std::string& layer, double value,
                    const std::vector<double>& shuffled) {
  const auto draws = static_cast<double>(shuffled.size());
  const double mean = std::accumulate(shuffled.begin(), shuffled.end(), 0.0) / draws;
  const auto as_much = std::ranges::count_if(shuffled, [&](double other) { return other >= value; });
  const double p = (1 + static_cast<double>(as_much)) / (1 + draws);
  numbers_.push_back({fmt::format("{}[{}]", measure, layer), value});
  numbers_.push_back({fmt::format("{}_shuffled[{}]", measure, layer), mean});
  numbers_.push_back({fmt::format("{}_p[{}]", measure, layer), p});
  rows_.push_back({layer, measure, five_digits(value), five_digits(mean), five_digits(p)});
}

Findings NullTable::findings(const std::string& name, const std::string& title, const std::string& caption,
                             Index order) const {
  Tree columns = Tree::array();
  for (const char* label : {"layer", "measure", "value", "shuffled", "p"}) columns.push_back({{"label", label}});
  return {.numbers = numbers_,
          .panels = {{name, "table", title, caption, order, {{"columns", std::move(columns)}, {"rows", rows_}}}}};
}

}  // namespace sextant::analysis
