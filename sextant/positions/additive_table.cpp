#include "sextant/positions/additive_table.h"

#include "sextant/math/rows.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

AdditiveTable::AdditiveTable(const EncodingContext& context)
    : length_(context.arrangement.length()), count_(context.arrangement.count()), width_(context.width) {}

void AdditiveTable::add_to_embeddings(View<real> x, RowPositions positions) const {
  const View<const real> from = table();
  assert(x.columns == width_ && x.rows == static_cast<Index>(positions.size()));
  for (Index i = 0; i < x.rows; ++i) {
    const real* row = from.row(positions[static_cast<std::size_t>(i)]);
    real* to = x.row(i);
#pragma omp simd
    for (Index j = 0; j < width_; ++j) to[j] += row[j];
  }
}

// x[i] += table[position]  =>  d_table[position] += dx[i], in the order of the rows
void AdditiveTable::embeddings_backward(View<const real> dx, RowPositions positions) {
  const View<real> gathered = d_table();
  if (gathered.data != nullptr) scatter_add_rows(dx, positions, gathered);
}

Geometry AdditiveTable::geometry() const { return {Geometry::Kind::vectors, token_rows(table()), "rows of the table"}; }

Table AdditiveTable::token_rows(View<const real> table) const {
  Table result(count_, width_);
  for (Index i = 0; i < count_; ++i)
    for (Index j = 0; j < width_; ++j) result(i, j) = static_cast<double>(table(first_token() + i, j));
  return result;
}

ParameterTable::ParameterTable(const EncodingContext& context, Parameters& parameters, Index rows, bool trainable,
                               std::vector<double> given)
    : AdditiveTable(context) {
  parameter_ = &parameters.add({.name = context.prefix + ".table",
                                .role = Role::position,
                                .kind = ParameterKind::embedding,
                                .rows = rows,
                                .columns = context.width,
                                .fan_in = context.width,
                                .trainable = trainable,
                                .given = std::move(given)});
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
