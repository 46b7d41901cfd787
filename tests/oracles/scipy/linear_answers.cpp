// Our answers for compare_linear.py: a JSON list of requests on stdin, a JSON list of answers on stdout.
#include <iostream>
#include <nlohmann/json.hpp>

#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/decompositions.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/math/linear/ridge.h"
#include "sextant/math/linear/trustworthiness.h"
#include "sextant/math/linear/tsne.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/stress/stress.h"

namespace {

using namespace sextant::test;
using Json = nlohmann::json;

Table read_table(const Json& rows) {
  Table table(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      table(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return table;
}

Json answer(const Json& request) {
  const Table x = read_table(request.at("x"));
  const auto ask = request.at("ask").get<std::string>();
  if (ask == "distances") return euclidean_distances(x).values;
  if (ask == "cosine") return cosine_similarities(x).values;
  if (ask == "gram") return centred_gram(euclidean_distances(x)).values;
  if (ask == "components") return euclidean_distances(principal_components(x, 2).points).values;
  if (ask == "coordinates") return euclidean_distances(principal_coordinates(euclidean_distances(x), 2).points).values;
  if (ask == "turn") return turn_onto(x, read_table(request.at("y"))).values;
  if (ask == "probabilities") return neighbour_probabilities(euclidean_distances(x), request.at("perplexity")).values;
  if (ask == "divergence")
    return neighbour_divergence(neighbour_probabilities(euclidean_distances(x), request.at("perplexity")),
                                read_table(request.at("y")));
  if (ask == "trustworthiness")
    return trustworthiness(euclidean_distances(x), euclidean_distances(read_table(request.at("y"))),
                           request.at("neighbours"));
  if (ask == "procrustes") return procrustes_distance(x, read_table(request.at("y")));
  if (ask == "distance correlation")
    return distance_correlation(euclidean_distances(x), euclidean_distances(read_table(request.at("y"))));
  if (ask == "readout")
    return RidgeReadout(centred_gram(euclidean_distances(x)))
        .r_squared(request.at("target").get<std::vector<double>>());
  if (ask == "alignment")
    return centred_alignment(x, request.at("target").get<std::vector<double>>(), request.at("outputs"));
  if (ask == "tsne") return tsne(euclidean_distances(x)).divergence;
  if (ask == "stress") {
    const Stress stress = measure_stress(euclidean_distances(read_table(request.at("y"))), euclidean_distances(x));
    return {stress.raw, stress.shape, stress.scale, stress.best_factor, stress.kruskal};
  }
  auto values = singular_values(x);
  values.push_back(effective_rank(values));
  values.push_back(stable_rank(std::span(values).first(values.size() - 1)));
  return values;
}

}  // namespace

int main() {
  Json answers = Json::array();
  for (const Json& request : Json::parse(std::cin)) answers.push_back(answer(request));
  std::cout << answers << '\n';
}
