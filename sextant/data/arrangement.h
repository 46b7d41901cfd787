// Positions are data: where the tokens of a sample stand, as an index, a grid, coordinates, distances or
// a graph. An encoding asks for the form it needs and gets it, derived where that is possible, or an
// error that says which forms it accepts.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::data {

class Arrangement {
 public:
  enum class Kind { index, grid, coordinates, distances, graph };

  static Arrangement index(Index count);
  static Arrangement grid(std::vector<Index> extents);  // row-major: the last axis moves fastest
  static Arrangement coordinates(Table points);         // (count, axes)
  static Arrangement distances(Table matrix);           // (count, count), symmetric, zero diagonal
  static Arrangement graph(Table weights);              // (count, count) edge weights >= 0, symmetric

  /// From what a user types: "index", "grid:4x4", "coordinates:FILE", "distances:FILE", "graph:FILE".
  static Arrangement parse(const std::string& text, Index count);
  /// The FILE in such a text, or "".
  static std::string file_of(const std::string& text);

  static const char* name_of(Kind kind);
  static constexpr Kind kinds[] = {Kind::index, Kind::grid, Kind::coordinates, Kind::distances, Kind::graph};

  Kind kind() const { return kind_; }
  const char* kind_name() const { return name_of(kind_); }
  Index count() const { return count_; }
  const std::vector<Index>& extents() const { return extents_; }

  /// The same tokens behind a CLS token, which stands nowhere: see has_cls().
  Arrangement with_cls() const;
  bool has_cls() const { return cls_; }
  /// Tokens in a sample: count() plus the CLS token if there is one.
  Index length() const { return count_ + (cls_ ? 1 : 0); }

  // The forms, over the count() tokens without CLS. `who` is named in the error.
  Table as_coordinates(const std::string& who) const;  // index (n,1), grid (n,axes), coordinates
  Table as_distances(const std::string& who) const;    // of coordinates: Euclidean; graph: shortest paths over 1/weight
  Table as_graph(const std::string& who) const;        // index: a path; grid: nearest neighbours; graph itself

 private:
  Kind kind_ = Kind::index;
  Index count_ = 0;
  bool cls_ = false;
  std::vector<Index> extents_;
  Table table_;
};

}  // namespace sextant::data
