// Encodings that add a vector per position: x[row] += table[position of row]. A variant says where its table
// (length, width) lies and where its gradient is gathered; reading and gathering are the same for all.
#pragma once

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

class AdditiveTable : public Position {
 public:
  bool adds_to_embeddings() const final { return true; }
  void add_to_embeddings(View<real> x, RowPositions positions) const final;
  void embeddings_backward(View<const real> dx, RowPositions positions) final;
  Geometry geometry() const override;

 protected:
  explicit AdditiveTable(const EncodingContext& context);

  virtual View<const real> table() const = 0;  // (at least length, width)
  virtual View<real> d_table() { return {}; }  // the same shape, or empty where nothing is trained
  /// The rows of `table` that belong to tokens, not to CLS, as doubles: (count, width).
  Table token_rows(View<const real> table) const;

  Index length() const { return length_; }  // rows that samples use
  Index width() const { return width_; }
  Index first_token() const { return length_ - count_; }  // 1 behind a CLS token, otherwise 0
  Index count() const { return count_; }

 private:
  Index length_;
  Index count_;
  Index width_;
};

/// A table that is itself a parameter.
class ParameterTable : public AdditiveTable {
 protected:
  /// Declares "<prefix>.table" with `rows` rows: an embedding of role position whose fan-in is the width.
  ParameterTable(const EncodingContext& context, Parameters& parameters, Index rows, bool trainable,
                 std::vector<double> given = {});

  View<const real> table() const final { return parameter_->value; }
  View<real> d_table() final { return parameter_->trainable ? parameter_->gradient : View<real>(); }

 private:
  Parameter* parameter_;
};

}  // namespace sextant::positions::inline SEXTANT_PRECISION
