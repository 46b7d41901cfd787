// A small network of the log-spaced offset added to scores (Swin Transformer v2; Liu et al., arXiv 2111.09883):
//   b_h(i, j) = 16 sigmoid(network_h(u)), u_a = sign(d_a) log2(1 + 8 |d_a| / r_a) / log2 8,
// d the offset of coordinates (query - key) and r_a the largest offset along axis a. One hidden layer with ReLU, no
// output bias. Every distinct offset goes through the network once.
#include <algorithm>
#include <cmath>
#include <map>

#include "sextant/positions/position.h"
#include "sextant/positions/row_network.h"
#include "sextant/positions/score_bias.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct ContinuousBiasOptions final : Options {
  Index hidden = 64;
  double reach = 0;
  double height = 16;

  void visit(OptionVisitor& option) override {
    option("hidden", hidden, at_least(1), "hidden dimension of the MLP; 512 in Swin v2");
    option("reach", reach, at_least(0),
           "offset that the log scale maps to the end of its range; 0: the largest of the sample along each axis");
    option("height", height, positive(), "the bias lies between 0 and this");
  }
};

class ContinuousBias final : public ScoreBias {
 public:
  using OwnOptions = ContinuousBiasOptions;
  ContinuousBias(const ContinuousBiasOptions& own, const EncodingContext& context, Parameters& parameters)
      : ScoreBias(context, true),
        height_(static_cast<real>(own.height)),
        network_(context,
                 {.inputs = context.arrangement.as_coordinates("continuous_bias").columns,
                  .hidden = own.hidden,
                  .outputs = context.heads,
                  .activation = Activation::relu,
                  .out_bias = false},
                 parameters) {
    find_offsets(context.arrangement.as_coordinates("continuous_bias"), own.reach);
  }

  void finish() override {
    const View<real> d_bias_of = d_values_.shape_zero(offsets_.rows(), heads());
    for (Index head = 0; head < heads(); ++head)
      for (Index i = 0; i < count(); ++i)
        for (Index j = 0; j < count(); ++j) d_bias_of(offset(i, j), head) += d_bias()(row_of(head, i), column_of(j));
    const View<real> values = values_.shape(offsets_.rows(), heads());
    network_.forward(offsets_.view(), values, kept_);
    // b = height sigmoid(y)  =>  dy = db height sigmoid (1 - sigmoid)
    for (Index k = 0; k < values.size(); ++k) {
      const real sigmoid = 1 / (1 + std::exp(-values.data[k]));
      d_bias_of.data[k] *= height_ * sigmoid * (1 - sigmoid);
    }
    network_.backward(offsets_.view(), d_bias_of, kept_, {});
  }

 protected:
  void fill_bias(View<real> bias) const override {
    const View<real> y = values_.shape(offsets_.rows(), heads());
    network_.forward(offsets_.view(), y, kept_);
    for (Index head = 0; head < heads(); ++head)
      for (Index i = 0; i < count(); ++i)
        for (Index j = 0; j < count(); ++j)
          bias(row_of(head, i), column_of(j)) = height_ / (1 + std::exp(-y(offset(i, j), head)));
  }

 private:
  void find_offsets(const Table& points, double reach) {
    const Index axes = points.columns;
    std::vector<double> largest(static_cast<std::size_t>(axes), reach);
    for (Index axis = 0; axis < axes && reach == 0; ++axis)
      for (Index i = 0; i < count(); ++i)
        for (Index j = 0; j < count(); ++j)
          largest[static_cast<std::size_t>(axis)] =
              std::max(largest[static_cast<std::size_t>(axis)], std::abs(points(i, axis) - points(j, axis)));
    std::map<std::vector<double>, Index> found;
    for (Index i = 0; i < count(); ++i)
      for (Index j = 0; j < count(); ++j) {
        std::vector<double> scaled;
        for (Index axis = 0; axis < axes; ++axis) {
          const double apart = points(i, axis) - points(j, axis);
          const double end = largest[static_cast<std::size_t>(axis)];
          const double log = end == 0 ? 0 : std::log2(1 + 8 * std::abs(apart) / end) / 3;
          scaled.push_back(apart < 0 ? -log : log);
        }
        offset_.push_back(found.emplace(std::move(scaled), static_cast<Index>(found.size())).first->second);
      }
    const View<real> rows = offsets_.shape(static_cast<Index>(found.size()), axes);
    for (const auto& [scaled, row] : found)
      for (Index axis = 0; axis < axes; ++axis)
        rows(row, axis) = static_cast<real>(scaled[static_cast<std::size_t>(axis)]);
  }
  Index offset(Index i, Index j) const { return offset_[static_cast<std::size_t>(i * count() + j)]; }

  real height_;
  RowNetwork network_;
  mutable RowNetwork::Kept kept_;
  std::vector<Index> offset_;  // (count, count): the row of a pair among the offsets
  Tensor offsets_;             // (distinct offsets, axes), log-spaced
  mutable Tensor values_;      // scratch (distinct offsets, heads): the network's output
  Tensor d_values_;            // the same
};

}  // namespace

SEXTANT_DEFINE_POSITION(continuous_bias, ContinuousBias)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
