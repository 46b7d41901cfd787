#include "sextant/lab/stress/encodings.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/random.h"
#include "sextant/lab/stress/encoding_text.h"
#include "sextant/lab/stress/registered_encoding.h"
#include "sextant/stress/smacof.h"
#include "sextant/stress/stress.h"

namespace sextant::lab {
namespace {

struct RowOptions final : Options {
  Index skip = 0;
  void visit(OptionVisitor& option) override { option("skip", skip, "rows to skip before position 0 (RoBERTa: 2)"); }
};

struct LineOptions final : Options {
  double slope = 1.0 / 256;
  void visit(OptionVisitor& option) override { option("slope", slope, "distance between adjacent positions"); }
};

Encoding of_vectors(const std::string& name, std::string rule, Table vectors) {
  auto distances = distances_of_vectors(vectors);
  return {name, std::move(rule), std::move(vectors), std::move(distances)};
}

Encoding make_learned(const EncodingText& text, Index n) {
  RowOptions rows;
  read_options(text.options, text.name, {&rows});
  require(!text.argument.empty(), "encoding '{}': expected a file, as in learned:model.safetensors#wpe.weight",
          text.text);
  const Table whole = read_table(text.argument);
  require(rows.skip >= 0 && whole.rows >= rows.skip + n, "encoding '{}': {} has {} rows, {} positions need {}",
          text.text, text.argument, whole.rows, n, rows.skip + n);
  Table table(n, whole.columns);
  for (Index t = 0; t < n; ++t)
    for (Index j = 0; j < whole.columns; ++j) table(t, j) = whole(t + rows.skip, j);
  for (const double value : table.values)
    require(std::isfinite(value), "encoding '{}': {} contains non-finite values", text.text, text.argument);
  return of_vectors(text.text, "rows of the table", std::move(table));
}

Table leading_axes(const Scaling& scaling, Index rank, const EncodingText& text) {
  const Index has = scaling.points.columns;
  require(has > 0,
          "encoding '{}': no axis is above the noise level (largest eigenvalue {:.3g}, most negative {:.3g}); use more "
          "documents, fewer positions or a smaller vocabulary",
          text.text, scaling.eigenvalues.front(), scaling.smallest);
  require(rank <= has || scaling.complete, "encoding '{}': {} axes were computed; request more with --leading",
          text.text, has);
  Table points(scaling.points.rows, rank == 0 ? has : std::min(rank, has));
  for (Index i = 0; i < points.rows; ++i)
    for (Index k = 0; k < points.columns; ++k) points(i, k) = scaling.points(i, k);
  return points;
}

Encoding make_scaled(const EncodingText& text, const Target& target) {
  read_options(text.options, text.name, {});
  Table points = leading_axes(target.scaling, text.rank(), text);
  if (text.name == "mds") return of_vectors(text.text, "classical MDS of the target", std::move(points));
  require(target.count() <= most_dense, "encoding '{}': SMACOF supports at most {} positions, {} given", text.text,
          most_dense, target.count());
  Smacof result = smacof(target.distances->table(), std::move(points), {});
  return of_vectors(text.text, "SMACOF initialised by classical MDS of the target", std::move(result.points));
}

Encoding make_line(const EncodingText& text, Index n) {
  LineOptions line;
  text.require_no_argument();
  read_options(text.options, text.name, {&line});
  Table points(n, 1);
  for (Index t = 0; t < n; ++t) points(t, 0) = line.slope * static_cast<double>(t);
  return of_vectors(text.text, "line t m", std::move(points));
}

/// As far apart as the wanted distances are in the mean: only the shape says something.
Encoding make_equal(const EncodingText& text, const Target& target) {
  read_options(text.options, text.name, {});
  const double mean = sum_pairs(*target.distances, {}).wanted.mean();
  return {text.text, "every pair at the mean distance", {}, equal_distances(target.count(), mean)};
}

}  // namespace

Encoding make_encoding(const std::string& typed, const Target& target, const EncodingDefaults& defaults) {
  const EncodingText text(typed);
  const Index n = target.count();
  const bool of_file = text.name == "table" || (text.name == "learned" && !text.argument.empty());
  if (of_file) return make_learned(text, n);
  if (text.name == "mds" || text.name == "smacof") return make_scaled(text, target);
  if (text.name == "line") return make_line(text, n);
  if (text.name == "equal") return make_equal(text, target);
  if (text.name == "zero") return of_vectors(typed, "all positions coincide", Table(n, 1));
  if (!is_registered_encoding(text.name)) {
    auto known = registered_encodings();
    for (const char* more : {"learned", "table", "mds", "smacof", "line", "equal", "zero"}) known.emplace_back(more);
    fail(
        "encoding '{}': unknown{}; use one of `sextant list positions`, "
        "learned:FILE, table:FILE, mds:R, smacof:R, line, equal or zero",
        typed, nearest_name_hint(text.name, known));
  }
  Geometry geometry = registered_geometry(text, n, defaults);
  if (geometry.kind == Geometry::Kind::vectors) return of_vectors(typed, geometry.rule, std::move(geometry.table));
  return {typed, geometry.rule, {}, distances_of_table(std::move(geometry.table))};
}

}  // namespace sextant::lab
