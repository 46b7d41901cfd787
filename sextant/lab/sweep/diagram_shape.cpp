// Cells, places and points.
#include "sextant/lab/sweep/diagram_shape.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

double unit(double place, const DiagramAxis& axis) {
  return axis.size() > 1 ? place / static_cast<double>(axis.size() - 1) : 0;
}

/// Largest step over smallest.
double unevenness(const std::vector<double>& values) {
  double least = values[1] - values[0];
  double most = least;
  for (std::size_t i = 2; i < values.size(); ++i) {
    least = std::min(least, values[i] - values[i - 1]);
    most = std::max(most, values[i] - values[i - 1]);
  }
  return most / least;
}

bool is_geometric(const std::vector<double>& values) {
  if (values.size() < 3 || values.front() <= 0) return false;
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  return unevenness(logarithms) < unevenness(values);
}

}  // namespace

double DiagramAxis::value_at(double place) const {
  const auto below =
      static_cast<std::size_t>(std::clamp<double>(std::floor(place), 0, static_cast<double>(size() - 1)));
  const double share = place - static_cast<double>(below);
  if (share == 0) return values[below];
  const double a = values[below];
  const double b = values[below + 1];
  return is_geometric(values) ? a * std::pow(b / a, share) : a + share * (b - a);
}

void DiagramShape::check() const {
  require(axes.size() == 1 || axes.size() == 2, "phase diagram: expected one or two numeric axes, given {}",
          axes.size());
  for (const auto& axis : axes) {
    require(!axis.values.empty(), "phase diagram: axis {} has no values", axis.key);
    require(std::ranges::all_of(axis.values, [](double value) { return std::isfinite(value); }),
            "phase diagram: axis {} has a value that is not finite", axis.key);
    require(std::ranges::adjacent_find(axis.values, std::ranges::greater_equal()) == axis.values.end(),
            "phase diagram: the values of axis {} must be strictly increasing", axis.key);
  }
  require(seeds >= 1, "phase diagram: expected at least one seed per cell, given {}", seeds);
}

Index DiagramShape::cells() const {
  Index product = 1;
  for (const auto& axis : axes) product *= axis.size();
  return product;
}

std::vector<Index> DiagramShape::place_of(Index cell) const {
  std::vector<Index> place(axes.size());
  for (std::size_t a = axes.size(); a-- > 0; cell /= axes[a].size()) place[a] = cell % axes[a].size();
  return place;
}

Index DiagramShape::cell_at(const std::vector<Index>& place) const {
  Index cell = 0;
  for (std::size_t a = 0; a < axes.size(); ++a) cell = cell * axes[a].size() + place[a];
  return cell;
}

Table DiagramShape::points() const {
  Table table(cells(), static_cast<Index>(axes.size()));
  for (Index cell = 0; cell < table.rows; ++cell) {
    const auto place = place_of(cell);
    for (std::size_t a = 0; a < axes.size(); ++a)
      table(cell, static_cast<Index>(a)) = unit(static_cast<double>(place[a]), axes[a]);
  }
  return table;
}

Index DiagramShape::lines(Index axis) const { return cells() / axes[static_cast<std::size_t>(axis)].size(); }

Table DiagramShape::line_points(Index axis, Index across, Index cuts_per_cell) const {
  const auto& along = axes[static_cast<std::size_t>(axis)];
  Table table((along.size() - 1) * cuts_per_cell + 1, static_cast<Index>(axes.size()));
  for (Index i = 0; i < table.rows; ++i) {
    table(i, axis) = unit(static_cast<double>(i) / static_cast<double>(cuts_per_cell), along);
    if (axes.size() == 2)
      table(i, 1 - axis) = unit(static_cast<double>(across), axes[static_cast<std::size_t>(1 - axis)]);
  }
  return table;
}

}  // namespace sextant::lab
