#include <string>
#include <string_view>
#include <utility>

#include "sextant/core/csv.h"
#include "sextant/lab/position_card.h"

namespace sextant::lab {
namespace {

constexpr std::pair<std::string_view, std::string_view> tables[] = {
#include "sextant_encodings_stress.inc"
};

}  // namespace

std::vector<CorpusStress> find_corpus_stress(const std::string& name) {
  CsvReader reader(tables[0].second, "encodings_stress.csv");
  reader.next();  // encoding,corpus,positions,shape,raw
  std::vector<CorpusStress> found;
  while (reader.next()) {
    const auto& fields = reader.fields();
    if (fields[0].substr(0, fields[0].find(':')) != name) continue;
    const auto number = [&](std::size_t field) { return std::stod(std::string(fields[field])); };
    found.push_back(
        {std::string(fields[0]), std::string(fields[1]), static_cast<Index>(number(2)), number(3), number(4)});
  }
  return found;
}

}  // namespace sextant::lab
