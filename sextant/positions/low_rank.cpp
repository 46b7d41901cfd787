// A trained table of rank r, P = A W with A "left" (length, r) and W "right" (r, width): r (n + d) numbers
// instead of n d (Cirrincione, arXiv 2604.05217). Under position.sigma the left factor carries sigma and the right
// one starts with N(0, 1/r), so every entry of P has standard deviation sigma. Without it both follow the initialiser
// (A as an embedding of fan-in width, W as a weight of fan-in r), and P has std(A) std(W) sqrt(r).
#include "sextant/math/product.h"
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct LowRankOptions final : Options {
  Index rank = 8;

  void visit(OptionVisitor& option) override { option("rank", rank, at_least(1), "rank of the factorisation"); }
};

class LowRank final : public AdditiveTable {
 public:
  using OwnOptions = LowRankOptions;
  LowRank(const LowRankOptions& own, const EncodingContext& context, Parameters& parameters) : AdditiveTable(context) {
    left_ = &parameters.add({.name = context.prefix + ".left",
                             .role = Role::position,
                             .kind = ParameterKind::embedding,
                             .rows = length(),
                             .columns = own.rank,
                             .fan_in = width()});
    right_ = &parameters.add({.name = context.prefix + ".right",
                              .role = Role::position,
                              .kind = ParameterKind::weight,
                              .rows = own.rank,
                              .columns = width(),
                              .fan_in = own.rank,
                              .carries_sigma = false});
  }

  void prepare() override {
    fill_table(table_.shape(length(), width()));
    d_table_.shape_zero(length(), width());
  }
  // P = A W  =>  dA += dP W^T, dW += A^T dP
  void finish() override {
    multiply_transposed(d_table_.view(), right_->value, left_->gradient, Write::add);
    transposed_multiply(left_->value, d_table_.view(), right_->gradient, Write::add);
  }
  Geometry geometry() const override {
    Tensor table(length(), width());
    fill_table(table.view());
    return {Geometry::Kind::vectors, token_rows(table.view()), "rows of the product A W"};
  }

 protected:
  View<const real> table() const override { return table_.view(); }
  View<real> d_table() override { return d_table_.view(); }

 private:
  void fill_table(View<real> table) const { multiply(left_->value, right_->value, table, Write::replace); }

  Parameter* left_;   // (length, rank)
  Parameter* right_;  // (rank, width)
  Tensor table_;      // (length, width)
  Tensor d_table_;    // (length, width)
};

}  // namespace

SEXTANT_DEFINE_POSITION(low_rank, LowRank)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
