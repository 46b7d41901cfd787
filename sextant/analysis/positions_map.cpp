// 2-D projections of the positions: principal components, classical scaling and t-SNE, each turned onto the true
// arrangement by Procrustes. The misfit is what turning, mirroring and scaling cannot remove, as a share: 0 is the same
// figure. Classical scaling of Euclidean distances is PCA again, so it works on directions: chords sqrt(2 - 2 cos).
#include <algorithm>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/math/linear/tsne.h"

namespace sextant::analysis {
namespace {

constexpr Index most_tokens = 1024;
constexpr Index most_tsne_tokens = 512;  // a step costs n^2

struct Drawn {
  std::string name;
  std::string note;
  Table points;  // (count, 2), centred
};

Drawn draw(const std::string& name, Projection projection) {
  const double share = projection.share[0] + projection.share[1];
  return {name, fmt::format("{:.0f} % of the variance", 100 * share), std::move(projection.points)};
}

std::vector<Drawn> draw_all(const PositionTable& table, std::uint64_t seed) {
  std::vector<Drawn> result;
  if (table.geometry.kind == Geometry::Kind::vectors) {
    result.push_back(draw("PCA", principal_components(table.geometry.table, 2)));
    Table chords = cosine_similarities(table.geometry.table);
    for (double& value : chords.values) value = std::sqrt(std::max(0.0, 2 - 2 * value));
    const bool directed = std::ranges::all_of(chords.values, [](double one) { return std::isfinite(one); });
    if (directed) result.push_back(draw("MDS of cosine distances", principal_coordinates(chords, 2)));
  } else {
    result.push_back(draw("MDS", principal_coordinates(table.distances, 2)));
  }
  if (table.distances.rows >= 4 && table.distances.rows <= most_tsne_tokens) {
    Tsne found = tsne(table.distances, {.seed = seed});
    result.push_back({"t-SNE",
                      fmt::format("perplexity {:.3g}, KL divergence {:.2g}", found.perplexity, found.divergence),
                      std::move(found.points)});
  }
  return result;
}

double product(const Table& a, const Table& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) sum += a.values[i] * b.values[i];
  return sum;
}

struct Fitted {
  Tree map;
  double misfit = 1;
};

/// Turned onto the truth, and the truth stretched to the size of the map.
Fitted fit(const Drawn& drawn, const std::string& name, const Table& truth, const Tree& edges) {
  const Table turned = turn_onto(drawn.points, truth);
  const double sizes = std::sqrt(product(turned, turned) * product(truth, truth));
  const double cosine = sizes > 0 ? product(turned, truth) / sizes : 0;
  Table stretched = truth;
  for (double& value : stretched.values) value *= std::sqrt(product(turned, turned) / product(truth, truth));
  const double misfit = std::max(0.0, 1 - cosine * cosine);
  return {{{"name", name},
           {"note", fmt::format("{}, misfit {:.2f}", drawn.note, misfit)},
           {"points", write_rows(turned, five_digits)},
           {"truth", {{"points", write_rows(stretched, five_digits)}, {"edges", edges}}}},
          misfit};
}

class PositionsMap final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit PositionsMap(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    const auto tables = position_tables(subject.model);
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return {.left_out = std::move(reason)};
    if (subject.places.count() > most_tokens)
      return {.left_out = fmt::format("{} tokens are too many for a projection (at most {})", subject.places.count(),
                                      most_tokens)};
    const Table truth = plane_of(subject.places);
    const Tree edges = edges_of(subject.places);
    Findings findings;
    Tree maps = Tree::array();
    for (const auto& table : tables)
      for (const auto& drawn : draw_all(table, subject.seed)) {
        const std::string name = tables.size() == 1 ? drawn.name : drawn.name + ", " + table.name;
        Fitted fitted = fit(drawn, name, truth, edges);
        findings.numbers.push_back({fmt::format("misfit[{}]", name), fitted.misfit});
        maps.push_back(std::move(fitted.map));
      }
    findings.panels.push_back(
        {"positions_map",
         "positions_map",
         "2-D projections of the positions",
         fmt::format("Filled points are the model's positions, hollow ones the true coordinates; each map is "
                     "aligned to the truth by Procrustes. The misfit is 0 for a perfect match and 1 if they have "
                     "nothing in common. Positions: {}.",
                     tables.front().geometry.rule),
         20,
         {{"labels", labels_of(subject.places)}, {"colours", colours_of(subject.places)}, {"maps", std::move(maps)}}});
    return findings;
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(positions_map, PositionsMap)

}  // namespace sextant::analysis
