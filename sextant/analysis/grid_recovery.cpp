// Did the model find where each pixel belongs? Tokens are pixels in an unknown order, and their learned positions are
// held against the true grid, beside what the correlations of the pixels give by the same steps:
//   nearest[...]   share of pixels whose most similar pixel is a true neighbour (chance: nearest[chance])
//   four[...]      share of true neighbours among the four most similar (at most four[ceiling]: borders have fewer)
//   r2[...]        Procrustes R^2 of the map (stress/neighbour_map.h) and the true grid
//   placed[...]    share of pixels that stand in their own cell once the map is fitted into the grid
//   mds_r2[correlations]   R^2 of classical scaling of sqrt(2 - 2 correlation): the plain way to draw such a map
// [positions], [seeds together] (the similarities of all reference models averaged), [correlations] and
// [partial correlations]; similarity of positions is the cosine of centred vectors.
#include <algorithm>
#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/image_choice.h"
#include "sextant/analysis/position_tables.h"
#include "sextant/analysis/true_grid.h"
#include "sextant/math/graph/position_modules.h"
#include "sextant/math/linear/partial_correlations.h"

namespace sextant::analysis {
namespace {

constexpr Index most_pixels = 1024;  // a map costs n^3
constexpr double partial_ridge = 1e-3;

class GridRecovery final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit GridRecovery(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    const auto tables = position_tables(subject.model);
    if (auto reason = refuse(subject, tables); !reason.empty()) return {.left_out = std::move(reason)};
    std::vector<Table> vectors;
    for (const auto& table : tables) vectors.push_back(table.geometry.table);
    const TrueGrid grid(subject.places);
    Findings findings;
    const auto add = [&](const char* what, const GridRecovered& found) {
      const auto number = [&](const char* name, double value) {
        findings.numbers.push_back({fmt::format("{}[{}]", name, what), value});
      };
      number("nearest", found.nearest);
      number("four", found.four);
      number("r2", found.r2);
      number("placed", found.placed);
    };
    const GridRecovered own = grid.compare(mean_similarities(vectors, true));
    add("positions", own);
    add_panel(subject, grid, own, "grid_recovery", findings);
    if (const auto all = reference_vectors(subject); !all.empty()) {
      const GridRecovered joint = grid.compare(mean_similarities(all, true));
      add("seeds together", joint);
      add_panel(subject, grid, joint, "seeds_together", findings);
    }
    if (const Table& covariance = subject.tokens.covariance; covariance.rows == grid.count()) {
      const Table correlations = correlations_of_covariance(covariance);
      add("correlations", grid.compare(correlations));
      findings.numbers.push_back({"mds_r2[correlations]", grid.r2_of_scaling(correlations)});
      add("partial correlations", grid.compare(partial_correlations(correlations, partial_ridge)));
    }
    findings.numbers.push_back({"nearest[chance]", grid.mean_degree() / static_cast<double>(grid.count() - 1)});
    findings.numbers.push_back({"four[ceiling]", std::min(1.0, grid.mean_degree() / neighbours_counted)});
    return findings;
  }

 private:
  /// The positions of all reference models, where they have vectors for these tokens.
  static std::vector<Table> reference_vectors(const Subject& subject) {
    std::vector<Table> vectors;
    for (Model* model : subject.references)
      for (const auto& table : position_tables(*model)) {
        if (table.geometry.kind != Geometry::Kind::vectors) return {};
        vectors.push_back(table.geometry.table);
      }
    return vectors;
  }

  static std::string refuse(const Subject& subject, const std::vector<PositionTable>& tables) {
    if (auto reason = refuse_positions(tables, subject.places); !reason.empty()) return reason;
    const auto kind = subject.places.kind();
    if (kind != Arrangement::Kind::coordinates && kind != Arrangement::Kind::grid)
      return "the true coordinates of the tokens are unknown";
    if (subject.places.as_coordinates("grid_recovery").columns != 2) return "the tokens do not stand in a plane";
    if (subject.places.count() <= neighbours_joined || subject.places.count() > most_pixels)
      return fmt::format("expected {} to {} tokens, found {}", neighbours_joined + 1, most_pixels,
                         subject.places.count());
    for (const auto& table : tables)
      if (table.geometry.kind != Geometry::Kind::vectors) return "the encoding has no position vectors";
    return "";
  }

  /// Where the tokens are the pixels of a square image and there is one to show.
  static void add_panel(const Subject& subject, const TrueGrid& grid, const GridRecovered& found, const char* name,
                        Findings& findings) {
    const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(grid.count()))));
    const auto image = choose_image(subject);
    if (side * side != grid.count() || image.empty()) return;
    const Table cells = subject.places.as_coordinates("grid_recovery");
    const auto cell_of = [&](Index token) { return cells(token, 0) * static_cast<double>(side) + cells(token, 1); };
    Tree brightness = Tree::array(), truth = Tree::array(), placed = Tree::array();
    for (Index token = 0; token < grid.count(); ++token) {
      brightness.push_back(four_decimals(image[static_cast<std::size_t>(token)]));
      truth.push_back(std::lround(cell_of(token)));
      placed.push_back(std::lround(cell_of(found.cells[static_cast<std::size_t>(token)])));
    }
    findings.panels.push_back(
        {name,
         "image_recovery",
         "The image, put together from the learned positions",
         "Left: a held-out image as the model sees it, its pixels in the order drawn once. Then the same pixels, "
         "placed by their learned positions; the map is turned onto the true image, which the model never saw. In the "
         "map, "
         "lines join pixels that are neighbours in the true image.",
         18,
         {{"side", side},
          {"all_seeds", std::string_view(name) == "seeds_together"},
          {"image", std::move(brightness)},
          {"truth_cells", std::move(truth)},
          {"placed", std::move(placed)},
          {"points", write_rows(found.points, five_digits)},
          {"note", fmt::format("{:.0f} % have a true neighbour nearest", 100 * found.nearest)},
          {"truth", {{"points", write_rows(grid.plane(), five_digits)}, {"edges", grid.edges()}}}}});
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(grid_recovery, GridRecovery)

}  // namespace sextant::analysis
