// Our answers for compare_stress.py: a JSON list of requests on stdin, a JSON list of answers on stdout.
#include <iostream>
#include <nlohmann/json.hpp>

#include "sextant/math/statistics/correlation.h"
#include "sextant/stress/classical_scaling.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/stress/rank_curve.h"
#include "sextant/stress/smacof.h"
#include "sextant/stress/stress.h"

namespace {

using namespace sextant::test;
using Json = nlohmann::json;

Table read_rows(const Json& rows) {
  Table table(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      table(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return table;
}

/// Counts (positions, tokens) as the counter would have given them; the first half of a split where there is one.
PositionCounts read_counts(const Json& request) {
  const Table all = read_rows(request.at("counts"));
  const bool split = request.contains("half");
  const Table half = split ? read_rows(request.at("half")) : Table();
  CountsWriter writer(all.rows, split ? 2 : 1, 0, false);
  for (Index v = 0; v < all.columns; ++v)
    for (Index t = 0; t < all.rows; ++t) {
      if (all(t, v) == 0) continue;
      const std::uint32_t counts[] = {static_cast<std::uint32_t>(all(t, v)),
                                      split ? static_cast<std::uint32_t>(half(t, v)) : 0};
      writer.append(static_cast<std::int32_t>(v), static_cast<std::size_t>(t), counts);
    }
  return writer.finish();
}

Json answer_counts(const Json& request) {
  const PositionCounts counts = read_counts(request);
  const HellingerGram gram =
      counts.parts > 1 ? HellingerGram(cross_half_terms(counts)) : HellingerGram({plug_in_term(counts)});
  const Scaling scaling = scale_gram(table_of(gram), Keep::positive);
  const SpectrumRanks ranks = ranks_of_spectrum(scaling.eigenvalues);
  return {{"gram", table_of(gram).values},
          {"eigenvalues", scaling.eigenvalues},
          {"distances", distances_of_gram(gram)->table().values},
          {"mds", distances_of_vectors(scale_gram(table_of(gram), Keep::positive, 2).points)->table().values},
          {"lanczos", scale_gram(gram, Keep::positive, 3).eigenvalues},
          {"ranks", {ranks.participation, ranks.entropy, ranks.r90, ranks.r95, ranks.r99}}};
}

Json answer(const Json& request) {
  const auto ask = request.at("ask").get<std::string>();
  if (ask == "counts") return answer_counts(request);
  const Table wanted = distances_of_vectors(read_rows(request.at("x")))->table();
  const Table start = read_rows(request.at("start"));
  if (ask == "mantel") {
    const MantelResult result = MantelTest(wanted, 999, 1).measure(distances_of_vectors(start)->table());
    return {result.correlation, result.p};
  }
  if (ask == "toeplitz") return sum_pairs(*distances_of_table(wanted), {}).wanted.toeplitz_share();
  const Table weights = request.contains("weights") ? read_rows(request.at("weights")) : Table();
  const Smacof result =
      smacof(wanted, start, weights, {.iterations = request.at("iterations").get<Index>(), .tolerance = 0});
  return {{"stress", result.stress}, {"distances", distances_of_vectors(result.points)->table().values}};
}

}  // namespace

int main() {
  Json answers = Json::array();
  for (const Json& request : Json::parse(std::cin)) answers.push_back(answer(request));
  std::cout << answers << '\n';
}
