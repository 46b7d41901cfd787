// A learned straight line: token t gets t times one learned vector. The example of docs/add_a_variant.md.
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct LineOptions final : Options {
  double step = 0.5;

  void visit(OptionVisitor& option) override { option("step", step, "distance between adjacent positions"); }
};

class Line final : public AdditiveTable {
 public:
  using OwnOptions = LineOptions;
  Line(const LineOptions& own, const EncodingContext& context, Parameters& parameters)
      : AdditiveTable(context), step_(static_cast<real>(own.step)) {
    direction_ = &parameters.add({.name = context.prefix + ".direction",
                                  .role = Role::position,
                                  .kind = ParameterKind::embedding,
                                  .rows = 1,
                                  .columns = width(),
                                  .fan_in = width()});
  }

  void prepare() override {
    fill_table(table_.shape(length(), width()));
    d_table_.shape_zero(length(), width());
  }
  // table[t] = step t direction  =>  d_direction += step t d_table[t], summed over t
  void finish() override {
    for (Index row = first_token(); row < length(); ++row)
      for (Index j = 0; j < width(); ++j) direction_->gradient(0, j) += place(row) * d_table_.view()(row, j);
  }
  Geometry geometry() const override {
    Tensor table(length(), width());
    fill_table(table.view());
    return {Geometry::Kind::vectors, token_rows(table.view()), "points of the line"};
  }

 protected:
  View<const real> table() const override { return table_.view(); }
  View<real> d_table() override { return d_table_.view(); }

 private:
  /// 0 for the first token, and for a CLS token, which stands nowhere.
  real place(Index row) const { return step_ * static_cast<real>(std::max<Index>(row - first_token(), 0)); }
  void fill_table(View<real> table) const {
    for (Index row = 0; row < length(); ++row)
      for (Index j = 0; j < width(); ++j) table(row, j) = place(row) * direction_->value(0, j);
  }

  real step_;
  Parameter* direction_;  // (1, width)
  Tensor table_;          // (length, width)
  Tensor d_table_;        // (length, width)
};

}  // namespace

SEXTANT_DEFINE_POSITION(line, Line)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
