// Waves over each axis of the coordinates: the width is split evenly over the axes, and each part holds the
// sinusoids of its axis with frequencies base^(-2i/part). Two axes, last first, is the ground truth of Ito et
// al. (arXiv 2406.08272): the first half encodes the column, the second the row. A CLS token has a zero row.
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"
#include "sextant/positions/waves.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct GridOptions final : Options {
  double base = 10000;
  std::string order = "last_first";

  void visit(OptionVisitor& option) override {
    option("base", base, positive(), "base of the geometric progression of wavelengths, usually 10000");
    option.choice("order", order, {"last_first", "first_first"},
                  "axis encoded by the first dimensions: the last (the column of a 2-D grid) or the first");
  }
};

class Grid final : public AdditiveTable {
 public:
  using OwnOptions = GridOptions;
  Grid(const GridOptions& own, const EncodingContext& context, Parameters&) : AdditiveTable(context) {
    const Table points = context.arrangement.as_coordinates("grid");
    const Index axes = points.columns;
    require(width() % (2 * axes) == 0,
            "grid: width {} is not a multiple of {}: each of {} axes needs pairs of a sine and a cosine", width(),
            2 * axes, axes);
    const Index part = width() / axes;
    const View<real> table = table_.shape_zero(length(), width());
    for (Index token = 0; token < count(); ++token)
      for (Index slot = 0; slot < axes; ++slot) {
        const Index axis = own.order == "last_first" ? axes - 1 - slot : slot;
        fill_waves(table.row(first_token() + token) + slot * part, part, points(token, axis), own.base);
      }
  }

 protected:
  View<const real> table() const override { return table_.view(); }

 private:
  Tensor table_;  // (length, width)
};

}  // namespace

SEXTANT_DEFINE_POSITION(grid, Grid)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
