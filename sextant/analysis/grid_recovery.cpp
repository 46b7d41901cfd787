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
#include "sextant/analysis/position_tables.h"
#include "sextant/math/graph/assignment.h"
#include "sextant/math/graph/position_modules.h"
#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/partial_correlations.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/stress/neighbour_map.h"

namespace sextant::analysis {
namespace {

constexpr Index neighbours_counted = 4;
constexpr Index neighbours_joined = 5;  // for the map: mutual ones of so many
constexpr Index most_pixels = 1024;     // a map costs n^3
constexpr Index images_looked_at = 64;  // for one with much to see
constexpr double partial_ridge = 1e-3;

double square_sum(const Table& table) {
  double sum = 0;
  for (const double value : table.values) sum += value * value;
  return sum;
}

/// As an image is drawn: columns to the right, rows downwards; centred.
Table plane_of_grid(const Arrangement& places) {
  const Table cells = places.as_coordinates("grid_recovery");
  Table plane(cells.rows, 2);
  double middle[2] = {0, 0};
  for (Index s = 0; s < cells.rows; ++s)
    for (const Index axis : {0, 1}) middle[axis] += cells(s, axis) / static_cast<double>(cells.rows);
  for (Index s = 0; s < cells.rows; ++s) {
    plane(s, 0) = cells(s, 1) - middle[1];
    plane(s, 1) = middle[0] - cells(s, 0);
  }
  return plane;
}

struct GridRecovered {
  double nearest = 0, four = 0, r2 = 0, placed = 0;
  Table points;              // turned and stretched onto the truth
  std::vector<Index> cells;  // the token whose true place each token is given
};

/// The true grid and what can be asked of similarities.
class TrueGrid {
 public:
  explicit TrueGrid(const Arrangement& places)
      : plane_(plane_of_grid(places)), distances_(places.as_distances("grid_recovery")) {
    least_ = 1e300;
    for (Index s = 0; s < distances_.rows; ++s)
      for (Index t = 0; t < s; ++t) least_ = std::min(least_, distances_(s, t));
  }

  bool are_neighbours(Index s, Index t) const { return s != t && distances_(s, t) < 1.001 * least_; }
  Index count() const { return plane_.rows; }

  Tree edges() const {
    Tree edges = Tree::array();
    for (Index s = 0; s < count(); ++s)
      for (Index t = 0; t < s; ++t)
        if (are_neighbours(s, t)) edges.push_back({t, s});
    return edges;
  }

  /// Mean number of neighbours.
  double mean_degree() const {
    double pairs = 0;
    for (Index s = 0; s < count(); ++s)
      for (Index t = 0; t < count(); ++t) pairs += are_neighbours(s, t) ? 1 : 0;
    return pairs / static_cast<double>(count());
  }

  GridRecovered compare(const Table& similarity) const {
    GridRecovered result;
    const auto near = stress::nearest_tokens(similarity, neighbours_counted);
    const auto n = static_cast<double>(count());
    for (Index s = 0; s < count(); ++s) {
      const auto& own = near[static_cast<std::size_t>(s)];
      result.nearest += are_neighbours(s, own.front()) ? 1 / n : 0;
      for (const Index t : own) result.four += are_neighbours(s, t) ? 1 / (n * neighbours_counted) : 0;
    }
    result.points = turn_onto(stress::draw_neighbour_map(similarity, neighbours_joined).points, plane_);
    result.r2 = r2_of(result.points);
    place(result);
    return result;
  }

  /// Classical scaling of the chords of correlations.
  double r2_of_scaling(Table correlations) const {
    for (double& value : correlations.values) value = std::sqrt(std::max(0.0, 2 - 2 * value));
    return r2_of(turn_onto(principal_coordinates(correlations, 2).points, plane_));
  }

 private:
  double r2_of(const Table& turned) const {
    double product = 0;
    for (std::size_t i = 0; i < plane_.values.size(); ++i) product += plane_.values[i] * turned.values[i];
    const double sizes = square_sum(turned) * square_sum(plane_);
    return sizes > 0 ? product * product / sizes : 0;
  }

  /// Into the cells, at the size of the truth rather than of least misfit: a bad map must not shrink to the centre.
  void place(GridRecovered& result) const {
    const double own = square_sum(result.points);
    const double stretch = own > 0 ? std::sqrt(square_sum(plane_) / own) : 1;
    for (double& value : result.points.values) value *= stretch;
    Table costs(count(), count());
    for (Index s = 0; s < count(); ++s)
      for (Index t = 0; t < count(); ++t) {
        const double x = result.points(s, 0) - plane_(t, 0), y = result.points(s, 1) - plane_(t, 1);
        costs(s, t) = x * x + y * y;
      }
    result.cells = assign(costs);
    for (Index s = 0; s < count(); ++s)
      result.placed += result.cells[static_cast<std::size_t>(s)] == s ? 1 / static_cast<double>(count()) : 0;
  }

  Table plane_;
  Table distances_;
  double least_ = 0;  // between two tokens
};

/// Values were standardised pixel by pixel; brightness is where a value stands between the least and the most of its
/// pixel in the held-out images.
Table brightness_of(const Batch& images, Index pixels) {
  Table result(images.samples, pixels);
  result.values.assign(images.targets.begin(), images.targets.begin() + images.samples * pixels);
  for (Index pixel = 0; pixel < pixels; ++pixel) {
    double least = 1e300, most = -1e300;
    for (Index i = 0; i < result.rows; ++i) {
      least = std::min(least, result(i, pixel));
      most = std::max(most, result(i, pixel));
    }
    for (Index i = 0; i < result.rows; ++i)
      result(i, pixel) = most > least ? (result(i, pixel) - least) / (most - least) : 0;
  }
  return result;
}

/// Of the first held-out images the one with the most contrast.
std::vector<double> choose_image(const Subject& subject) {
  const Index pixels = subject.places.count();
  const auto values = static_cast<std::size_t>(subject.held_out.samples * pixels);
  if (values == 0 || subject.held_out.targets.size() != values) return {};  // no image: tokens without a value each
  const Table images = brightness_of(subject.held_out, pixels);
  Index best = 0;
  double most = -1;
  for (Index i = 0; i < std::min(images_looked_at, images.rows); ++i) {
    double sum = 0, squares = 0;
    for (Index pixel = 0; pixel < pixels; ++pixel) {
      sum += images(i, pixel);
      squares += images(i, pixel) * images(i, pixel);
    }
    const double contrast = squares - sum * sum / static_cast<double>(pixels);
    if (contrast > most) {
      most = contrast;
      best = i;
    }
  }
  const double* row = images.view().row(best);
  return {row, row + pixels};
}

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
         "placed "
         "by their learned positions; the map is turned onto the true image, which the model never saw. In the map, "
         "lines join pixels that are neighbours in the true image.",
         18,
         {{"side", side},
          {"all_seeds", std::string_view(name) == "seeds_together"},
          {"image", std::move(brightness)},
          {"truth_cells", std::move(truth)},
          {"placed", std::move(placed)},
          {"points", write_rows(found.points, five_digits)},
          {"note", fmt::format("{:.0f} % have a true neighbour nearest", 100 * found.nearest)},
          {"truth", {{"points", write_rows(plane_of_grid(subject.places), five_digits)}, {"edges", grid.edges()}}}}});
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(grid_recovery, GridRecovery)

}  // namespace sextant::analysis
