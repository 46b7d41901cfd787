// Our answers for compare_graphs.py: a JSON list of requests on stdin, a JSON list of answers on stdout.
#include <iostream>
#include <nlohmann/json.hpp>

#include "sextant/math/graph/communities.h"
#include "sextant/math/graph/module_quality.h"
#include "sextant/math/graph/partition.h"

namespace {

using namespace sextant::test;
using Json = nlohmann::json;

Table table_of(const Json& rows) {
  Table table(static_cast<Index>(rows.size()), static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows.size(); ++j) table.values[i * rows.size() + j] = rows[i][j].get<double>();
  return table;
}

Json answer(const Json& request) {
  const auto ask = request.at("ask").get<std::string>();
  if (ask == "agreement") {
    const auto a = request.at("a").get<Partition>(), b = request.at("b").get<Partition>();
    return {adjusted_rand_index(a, b), normalised_mutual_information(a, b)};
  }
  const Table weights = table_of(request.at("weights"));
  if (ask == "silhouette") return silhouette(weights, request.at("modules").get<Partition>());
  const double resolution = request.at("resolution").get<double>();
  if (ask == "modularity") return modularity(weights, request.at("modules").get<Partition>(), resolution);
  return find_communities(modularity_gains(weights, resolution));
}

}  // namespace

int main() {
  Json answers = Json::array();
  for (const Json& request : Json::parse(std::cin)) answers.push_back(answer(request));
  std::cout << answers << '\n';
}
