// Making an arrangement: every way in checks what it is given, so that the forms can trust it.
#include "sextant/data/arrangement.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "sextant/core/error.h"

namespace sextant::data {
namespace {

void require_count(Index count, const char* what) {
  require(count >= 1, "{}: expected at least 1 token, given {}", what, count);
}

void require_square(const Table& table, const char* what) {
  require(table.rows == table.columns && table.rows >= 1, "{}: expected a square matrix (n, n), given ({}, {})", what,
          table.rows, table.columns);
}

void require_finite(const Table& table, const char* what) {
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      require(std::isfinite(table(i, j)), "{}: entry ({}, {}) is {}, expected a finite number", what, i, j,
              table(i, j));
}

/// Symmetric, zero diagonal, nothing negative. Files are often written in single precision, so a difference
/// of rounding between the two halves passes; both then become their mean.
void require_symmetric(Table& table, const char* what) {
  double largest = 0;
  for (const double value : table.values) largest = std::max(largest, std::abs(value));
  const double rounding = 1e-6 * largest;
  for (Index i = 0; i < table.rows; ++i) {
    require(table(i, i) == 0, "{}: the diagonal must be 0, but entry ({}, {}) is {}", what, i, i, table(i, i));
    for (Index j = 0; j < i; ++j) {
      require(table(i, j) >= 0 && table(j, i) >= 0, "{}: expected numbers >= 0, but entry ({}, {}) is {}", what, i, j,
              std::min(table(i, j), table(j, i)));
      require(std::abs(table(i, j) - table(j, i)) <= rounding,
              "{}: expected a symmetric matrix, but entry ({}, {}) is {} and entry ({}, {}) is {}", what, i, j,
              table(i, j), j, i, table(j, i));
      table(i, j) = table(j, i) = 0.5 * (table(i, j) + table(j, i));
    }
  }
}

/// "graph:x.csv" is {"graph", "x.csv"}.
std::pair<std::string, std::string> split_form(const std::string& text) {
  const std::size_t colon = text.find(':');
  return {text.substr(0, colon), colon == std::string::npos ? "" : text.substr(colon + 1)};
}

bool is_file_form(const std::string& form) { return form == "coordinates" || form == "distances" || form == "graph"; }

std::vector<Index> parse_extents(std::string_view text, std::string_view whole) {
  std::vector<Index> extents;
  while (true) {
    Index extent = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), extent);
    require(problem == std::errc() && extent >= 1,
            "arrangement '{}': expected integers >= 1 joined by x, as in grid:4x4", whole);
    extents.push_back(extent);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return extents;
    require(text.front() == 'x', "arrangement '{}': '{}' given where x is expected, as in grid:4x4", whole,
            text.front());
    text.remove_prefix(1);
  }
}

}  // namespace

Arrangement Arrangement::index(Index count) {
  require_count(count, "index arrangement");
  Arrangement result;
  result.kind_ = Kind::index;
  result.count_ = count;
  return result;
}

Arrangement Arrangement::grid(std::vector<Index> extents) {
  require(!extents.empty(), "grid arrangement: expected at least 1 axis");
  Arrangement result;
  result.kind_ = Kind::grid;
  result.count_ = 1;
  for (const Index extent : extents) {
    require_count(extent, "axis of a grid arrangement");
    require(result.count_ <= (Index{1} << 31) / extent, "grid arrangement: more than 2^31 cells");
    result.count_ *= extent;
  }
  result.extents_ = std::move(extents);
  return result;
}

Arrangement Arrangement::coordinates(Table points) {
  require_count(points.rows, "coordinates");
  require(points.columns >= 1, "coordinates: expected a table (tokens, axes), given ({}, {})", points.rows,
          points.columns);
  require_finite(points, "coordinates");
  Arrangement result;
  result.kind_ = Kind::coordinates;
  result.count_ = points.rows;
  result.table_ = std::move(points);
  return result;
}

Arrangement Arrangement::distances(Table matrix) {
  require_square(matrix, "distances");
  require_finite(matrix, "distances");
  require_symmetric(matrix, "distances");
  Arrangement result;
  result.kind_ = Kind::distances;
  result.count_ = matrix.rows;
  result.table_ = std::move(matrix);
  return result;
}

Arrangement Arrangement::graph(Table weights) {
  require_square(weights, "graph");
  require_finite(weights, "graph");
  require_symmetric(weights, "graph");
  Arrangement result;
  result.kind_ = Kind::graph;
  result.count_ = weights.rows;
  result.table_ = std::move(weights);
  return result;
}

std::string Arrangement::file_of(const std::string& text) {
  const auto [form, rest] = split_form(text);
  return is_file_form(form) ? file_of_table(rest) : "";
}

Arrangement Arrangement::parse(const std::string& text, Index count) {
  const auto [form, rest] = split_form(text);
  const bool from_file = is_file_form(form);
  require(text == "index" || ((form == "grid" || from_file) && !rest.empty()),
          "arrangement '{}': expected index, grid:4x4, coordinates:FILE, distances:FILE or graph:FILE", text);
  if (form == "index") return index(count);
  try {
    Arrangement result = form == "grid"          ? grid(parse_extents(rest, text))
                         : form == "coordinates" ? coordinates(read_table(rest))
                         : form == "distances"   ? distances(read_table(rest))
                                                 : graph(read_table(rest));
    require(result.count() == count, "it has {} tokens, but a sample has {}", result.count(), count);
    return result;
  } catch (const Error& error) {
    // What went wrong inside a file says nothing of where that file was asked for.
    const std::string_view reason = error.what();
    if (reason.starts_with("arrangement '")) throw;
    fail("arrangement '{}': {}", text, reason);
  }
}

const char* Arrangement::name_of(Kind kind) {
  switch (kind) {
    case Kind::index:
      return "index";
    case Kind::grid:
      return "grid";
    case Kind::coordinates:
      return "coordinates";
    case Kind::distances:
      return "distances";
    case Kind::graph:
      return "graph";
  }
  return "";
}

Arrangement Arrangement::with_cls() const {
  Arrangement result = *this;
  result.cls_ = true;
  return result;
}

}  // namespace sextant::data
