// Eigenvectors of the graph Laplacian, the waves of a graph (Dwivedi and Bresson, arXiv 2012.09699): the k smoothest
// after the constant one, each scaled to unit mean square, then mapped to the width by a trained matrix or used as
// they are, padded with zeros. Signs are fixed by sextant/math/linear/eigen.h; where eigenvalues coincide (a square
// grid) the basis of their space is the solver's choice. A CLS token has a zero row.
#include <algorithm>
#include <cmath>

#include "sextant/math/linear/eigen.h"
#include "sextant/math/product.h"
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct LaplacianOptions final : Options {
  std::optional<Index> count;
  bool normalised = true;
  bool trained_projection = true;

  void visit(OptionVisitor& option) override {
    option("count", count, at_least(1), "number of eigenvectors; auto (or 0): min(tokens - 1, width)");
    option("normalised", normalised, "use the normalised Laplacian I - D^-1/2 W D^-1/2 instead of D - W");
    option("trained_projection", trained_projection,
           "project the eigenvectors to the model width by a learned matrix; false: use them directly");
  }
};

/// I - D^-1/2 W D^-1/2, or D - W
Table make_laplacian(const Table& weights, bool normalised) {
  const Index count = weights.rows;
  std::vector<double> degree(static_cast<std::size_t>(count), 0.0);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j) degree[static_cast<std::size_t>(i)] += weights(i, j);
  Table result(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j) {
      const double di = degree[static_cast<std::size_t>(i)];
      const double dj = degree[static_cast<std::size_t>(j)];
      if (normalised)
        result(i, j) = (i == j ? 1.0 : 0.0) - weights(i, j) / std::sqrt(di * dj);
      else
        result(i, j) = (i == j ? di : 0.0) - weights(i, j);
    }
  return result;
}

void require_connected(const Table& weights) {
  std::vector<Index> reached{0};
  std::vector<bool> seen(static_cast<std::size_t>(weights.rows), false);
  seen[0] = true;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (Index j = 0; j < weights.rows; ++j)
      if (!seen[static_cast<std::size_t>(j)] && weights(reached[next], j) > 0) {
        seen[static_cast<std::size_t>(j)] = true;
        reached.push_back(j);
      }
  const auto unseen = std::find(seen.begin(), seen.end(), false);
  require(unseen == seen.end(), "laplacian: the graph is disconnected: no path between token 0 and token {}",
          unseen - seen.begin());
}

class Laplacian final : public AdditiveTable {
 public:
  using OwnOptions = LaplacianOptions;
  Laplacian(const LaplacianOptions& own, const EncodingContext& context, Parameters& parameters)
      : AdditiveTable(context) {
    fill_waves_of_graph(own, context.arrangement.as_graph("laplacian"));
    d_table_.shape_zero(own.trained_projection ? length() : 0, width());
    table_.shape_zero(length(), width());
    if (!own.trained_projection) {
      for (Index i = 0; i < length(); ++i) std::copy_n(waves_.view().row(i), waves_.columns(), table_.view().row(i));
      return;
    }
    projection_ = &parameters.add({.name = context.prefix + ".projection",
                                   .role = Role::position,
                                   .kind = ParameterKind::weight,
                                   .rows = width(),
                                   .columns = waves_.columns(),
                                   .fan_in = waves_.columns()});
  }

  void prepare() override {
    if (projection_ == nullptr) return;
    fill_table(table_.view());
    d_table_.shape_zero(length(), width());
  }
  // P = E M^T  =>  dM += dP^T E
  void finish() override {
    if (projection_ != nullptr) transposed_multiply(d_table_.view(), waves_.view(), projection_->gradient, Write::add);
  }
  Geometry geometry() const override {
    if (projection_ == nullptr) return {Geometry::Kind::vectors, token_rows(table_.view()), "rows of eigenvectors"};
    Tensor table(length(), width());
    fill_table(table.view());
    return {Geometry::Kind::vectors, token_rows(table.view()), "rows of projected eigenvectors"};
  }

 protected:
  View<const real> table() const override { return table_.view(); }
  View<real> d_table() override { return projection_ == nullptr ? View<real>() : d_table_.view(); }

 private:
  void fill_waves_of_graph(const LaplacianOptions& own, const Table& weights) {
    require(count() >= 2, "laplacian: a graph of {} token has no non-constant eigenvector", count());
    require_connected(weights);
    const Index most = own.trained_projection ? count() - 1 : std::min(count() - 1, width());
    const Index kept = own.count.value_or(std::min(count() - 1, width()));
    require(kept <= most, "laplacian: count {} given, expected 1 to {} ({} tokens, width {})", kept, most, count(),
            width());
    const EigenPairs pairs = solve_symmetric(make_laplacian(weights, own.normalised));
    const double scale = std::sqrt(static_cast<double>(count()));
    const View<real> waves = waves_.shape_zero(length(), kept);
    for (Index token = 0; token < count(); ++token)
      for (Index k = 0; k < kept; ++k)  // eigenvector 0 belongs to eigenvalue 0 and tells no token apart
        waves(first_token() + token, k) = static_cast<real>(scale * pairs.vectors(token, k + 1));
  }
  void fill_table(View<real> table) const {
    multiply_transposed(waves_.view(), projection_->value, table, Write::replace);
  }

  Tensor waves_;                     // (length, k): eigenvectors as columns
  Tensor table_;                     // (length, width)
  Tensor d_table_;                   // (length, width) where there is a projection
  Parameter* projection_ = nullptr;  // (width, k)
};

}  // namespace

SEXTANT_DEFINE_POSITION(laplacian, Laplacian)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
