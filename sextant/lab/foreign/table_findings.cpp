#include "sextant/lab/foreign/table_findings.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/stress/grid_structure.h"
#include "sextant/stress/table_structure.h"

namespace sextant::lab {
namespace {

constexpr Index most_shown = 256;  // positions of a matrix on the page; more are thinned out

constexpr Index most_tiles = 400;  // 20 x 20 tiles of 20 x 20 pixels

Tree labels(Index count, Index step) {
  Tree result = Tree::array();
  for (Index i = 0; i < count; i += step) result.push_back(std::to_string(i));
  return result;
}

Panel similarity_panel(const TableSubject& subject, const TableStructure& structure) {
  const Index n = structure.cosines.rows, step = (n + most_shown - 1) / most_shown;
  const Index shown = (n + step - 1) / step;
  Table matrix(shown, shown);
  for (Index i = 0; i < shown; ++i)
    for (Index j = 0; j < shown; ++j) matrix(i, j) = structure.cosines(i * step, j * step);
  Tree data{{"labels", labels(n, step)},
            {"range", {-1, 1}},
            {"matrices", {{{"name", subject.name}, {"values", write_rows(matrix, four_decimals)}}}}};
  for (Index row = 1; step == 1 && row < subject.grid_rows; ++row)
    data["borders"].push_back(row * subject.grid_columns);
  std::string caption = "Cosine similarity of every pair of centred position vectors.";
  if (step > 1) caption += fmt::format(" One in {} of the {} positions is shown.", step, n);
  if (subject.grid_rows > 0) caption += " Lines separate the rows of the grid.";
  return {subject.panel + "_similarity",
          "similarity_matrix",
          fmt::format("Similarity of positions: {}", subject.name),
          std::move(caption),
          subject.order,
          std::move(data)};
}

/// The figure of Dosovitskiy et al. (arXiv 2010.11929, figure 7): tile (r, c) is the map of all similarities to the
/// position in row r and column c.
Panel tiles_panel(const TableSubject& subject, const TableStructure& structure) {
  return {subject.panel + "_tiles",
          "similarity_tiles",
          fmt::format("Each position's similarity to all others: {}", subject.name),
          "Each tile belongs to one position of the grid and shows its cosine similarity (around the mean vector) to "
          "every position, at that position's place. A bright cross means that rows and columns are known, a bright "
          "spot that places are.",
          subject.order - 1,
          {{"rows", subject.grid_rows},
           {"columns", subject.grid_columns},
           {"range", {-1, 1}},
           {"values", write_rows(structure.cosines, four_decimals)}}};
}

Panel spectrum_panel(const TableSubject& subject, const TableStructure& structure) {
  Tree values = Tree::array();
  for (const double value : structure.eigenvalues) values.push_back(five_digits(std::sqrt(value)));
  const auto& ranks = structure.ranks;
  Tree data{{"series",
             {{{"label", subject.name},
               {"values", std::move(values)},
               {"rank",
                {{"participation", five_digits(ranks.participation)},
                 {"entropy", five_digits(ranks.entropy)},
                 {"95 % of the variance", ranks.r95}}}}}},
            {"y", {{"label", "singular value"}}}};
  return {subject.panel + "_spectrum",
          "spectrum",
          fmt::format("Spectrum of positions: {}", subject.name),
          "Singular values of the centred position vectors: how many directions they span.",
          subject.order + 1,
          std::move(data)};
}

Panel map_panel(const TableSubject& subject, const TableStructure& structure) {
  const Index n = structure.plane.rows;
  Tree place = Tree::array(), row = Tree::array(), column = Tree::array();
  for (Index i = 0; i < n; ++i) {
    place.push_back(i);
    if (subject.grid_rows == 0) continue;
    row.push_back(i / subject.grid_columns);
    column.push_back(i % subject.grid_columns);
  }
  Tree colours = Tree::array();
  if (subject.grid_rows > 0) {
    colours.push_back({{"label", "row"}, {"values", std::move(row)}});
    colours.push_back({{"label", "column"}, {"values", std::move(column)}});
  }
  colours.push_back({{"label", "position"}, {"values", std::move(place)}});
  double share = 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(2, structure.directions.size()); ++k)
    share += structure.directions[k].share;
  Tree data{{"labels", labels(n, 1)},
            {"colours", std::move(colours)},
            {"maps",
             {{{"name", subject.name},
               {"points", write_rows(structure.plane, five_digits)},
               {"note", fmt::format("{:.0f} % of the variance", 100 * share)}}}}};
  return {subject.panel + "_map",
          "positions_map",
          fmt::format("Map of positions: {}", subject.name),
          "The first two principal components of the position vectors.",
          subject.order + 2,
          std::move(data)};
}

void add_numbers(Findings& findings, const TableStructure& structure) {
  const auto add = [&](const char* name, double value) { findings.numbers.push_back({name, value}); };
  add("mean_norm", structure.mean_norm);
  add("smallest_norm", structure.smallest_norm);
  add("largest_norm", structure.largest_norm);
  add("mean_share", structure.mean_share);
  add("rank", static_cast<double>(structure.ranks.numerical));
  add("participation", structure.ranks.participation);
  add("entropy_rank", structure.ranks.entropy);
  add("r90", static_cast<double>(structure.ranks.r90));
  add("r95", static_cast<double>(structure.ranks.r95));
  add("r99", static_cast<double>(structure.ranks.r99));
  add("neighbour_cosine", structure.neighbour_cosine);
  add("toeplitz_r2", structure.toeplitz);
}

}  // namespace

Findings measure_table(const TableSubject& subject) {
  require(subject.table.rows >= 3 && subject.table.columns >= 2,
          "{}: {} positions of width {}; expected at least 3 positions and a width of 2", subject.name,
          subject.table.rows, subject.table.columns);
  const TableStructure structure = measure_structure(subject.table);
  Findings findings;
  add_numbers(findings, structure);
  if (subject.grid_rows > 1) {
    const GridStructure grid = measure_grid(subject.table, subject.grid_rows, subject.grid_columns);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, double>>{{"same_row", grid.same_row},
                                                               {"same_column", grid.same_column},
                                                               {"neither", grid.neither},
                                                               {"grid_neighbours", grid.neighbours},
                                                               {"row_r2", grid.row_r2},
                                                               {"column_r2", grid.column_r2}})
      findings.numbers.push_back({name, value});
  }
  LabelledTable directions{"directions", {}, {"share", "linear", "period", "periodic"}, {}};
  directions.table = Table(static_cast<Index>(structure.directions.size()), 4);
  for (Index k = 0; k < directions.table.rows; ++k) {
    const TableDirection& direction = structure.directions[static_cast<std::size_t>(k)];
    directions.row_labels.push_back(std::to_string(k + 1));
    directions.table(k, 0) = direction.share;
    directions.table(k, 1) = direction.linear;
    directions.table(k, 2) = direction.period;
    directions.table(k, 3) = direction.periodic;
  }
  findings.tables.push_back(std::move(directions));
  findings.panels = {similarity_panel(subject, structure), spectrum_panel(subject, structure),
                     map_panel(subject, structure)};
  if (subject.tiles && subject.grid_rows > 0 && structure.cosines.rows <= most_tiles)
    findings.panels.insert(findings.panels.begin(), tiles_panel(subject, structure));
  return findings;
}

}  // namespace sextant::lab
