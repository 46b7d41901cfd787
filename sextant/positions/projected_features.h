// Encodings that give every token some fixed features (of a graph, usually), mapped to the width by a trained matrix,
// P = E M^T, or used as they are, padded with zeros. A CLS token has a zero row.
#pragma once

#include "sextant/positions/additive_table.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

class ProjectedFeatures : public AdditiveTable {
 public:
  void prepare() override;
  void finish() override;
  Geometry geometry() const override;

 protected:
  /// features (count, k); declares "<prefix>.projection" where it is trained. `noun` is what the features are.
  ProjectedFeatures(const EncodingContext& context, Parameters& parameters, const Table& features, bool trained,
                    std::string noun);

  View<const real> table() const override { return table_.view(); }
  View<real> d_table() override { return projection_ == nullptr ? View<real>() : d_table_.view(); }

 private:
  void fill_table(View<real> table) const;

  std::string noun_;
  Tensor features_;                  // (length, k)
  Tensor table_;                     // (length, width)
  Tensor d_table_;                   // (length, width) where there is a projection
  Parameter* projection_ = nullptr;  // (width, k)
};

}  // namespace sextant::positions::inline SEXTANT_PRECISION
