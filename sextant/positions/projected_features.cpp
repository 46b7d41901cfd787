#include "sextant/positions/projected_features.h"

#include "sextant/math/product.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

ProjectedFeatures::ProjectedFeatures(const EncodingContext& context, Parameters& parameters, const Table& features,
                                     bool trained, std::string noun)
    : AdditiveTable(context), noun_(std::move(noun)) {
  const View<real> rows = features_.shape_zero(length(), features.columns);
  for (Index token = 0; token < count(); ++token)
    for (Index k = 0; k < features.columns; ++k) rows(first_token() + token, k) = static_cast<real>(features(token, k));
  d_table_.shape_zero(trained ? length() : 0, width());
  table_.shape_zero(length(), width());
  if (!trained) {
    for (Index i = 0; i < length(); ++i) std::copy_n(rows.row(i), rows.columns, table_.view().row(i));
    return;
  }
  projection_ = &parameters.add({.name = context.prefix + ".projection",
                                 .role = Role::position,
                                 .kind = ParameterKind::weight,
                                 .rows = width(),
                                 .columns = rows.columns,
                                 .fan_in = rows.columns});
}

void ProjectedFeatures::prepare() {
  if (projection_ == nullptr) return;
  fill_table(table_.view());
  d_table_.shape_zero(length(), width());
}

// P = E M^T  =>  dM += dP^T E
void ProjectedFeatures::finish() {
  if (projection_ != nullptr) transposed_multiply(d_table_.view(), features_.view(), projection_->gradient, Write::add);
}

Geometry ProjectedFeatures::geometry() const {
  if (projection_ == nullptr) return {Geometry::Kind::vectors, token_rows(table_.view()), "rows of " + noun_};
  Tensor table(length(), width());
  fill_table(table.view());
  return {Geometry::Kind::vectors, token_rows(table.view()), "rows of projected " + noun_};
}

void ProjectedFeatures::fill_table(View<real> table) const {
  multiply_transposed(features_.view(), projection_->value, table, Write::replace);
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
