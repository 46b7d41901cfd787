// Scores lowered in proportion to the distance (ALiBi; Press et al., arXiv 2108.12409): b_h(i, j) = -m_h |i - j|, or
// any other distance that the arrangement has. Slopes m_h = 2^(-8h/H), h = 1..H; the authors publish another
// rule where H is no power of two (`press`), by default the one formula serves all. The bias is symmetric: in a causal
// model the mask leaves the half of it that the paper has.
#include <bit>
#include <cmath>

#include "sextant/positions/position.h"
#include "sextant/positions/score_bias.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct AlibiOptions final : Options {
  std::string slopes = "geometric";

  void visit(OptionVisitor& option) override {
    option.choice(
        "slopes", slopes, {"geometric", "press"},
        "geometric: 2^(-8h/H) for any H; press: as in the paper's code, for H not a power of two the slopes of the "
        "power of two below, then every other slope of the power above");
  }
};

std::vector<double> make_slopes(Index heads, bool press) {
  const auto whole = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(heads)));
  std::vector<double> slopes;
  for (Index h = 1; h <= heads; ++h) {
    if (!press || whole == heads)
      slopes.push_back(std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(heads)));
    else if (h <= whole)
      slopes.push_back(std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(whole)));
    else
      slopes.push_back(std::exp2(-4.0 * static_cast<double>(2 * (h - whole) - 1) / static_cast<double>(whole)));
  }
  return slopes;
}

class Alibi final : public ScoreBias {
 public:
  using OwnOptions = AlibiOptions;
  Alibi(const AlibiOptions& own, const EncodingContext& context, Parameters&)
      : ScoreBias(context, false),
        slopes_(make_slopes(context.heads, own.slopes == "press")),
        distances_(context.arrangement.as_distances("alibi")),
        on_a_line_(context.arrangement.kind() == Arrangement::Kind::index) {
    refill();
  }

  Geometry geometry() const override {
    if (!on_a_line_) {
      double square = 0;
      for (const double slope : slopes_) square += slope * slope;
      Table scaled = distances_;
      for (double& distance : scaled.values) distance *= std::sqrt(square);
      return {Geometry::Kind::distances, std::move(scaled), "distance times the norm of the slopes"};
    }
    Table line(count(), heads());
    for (Index t = 0; t < count(); ++t)
      for (Index head = 0; head < heads(); ++head)
        line(t, head) = static_cast<double>(t) * slopes_[static_cast<std::size_t>(head)];
    return {Geometry::Kind::vectors, std::move(line), "line t (m_1 .. m_H)"};
  }

 protected:
  void fill_bias(View<real> bias) const override {
    for (Index head = 0; head < heads(); ++head)
      for (Index i = 0; i < count(); ++i)
        for (Index j = 0; j < count(); ++j)
          bias(row_of(head, i), column_of(j)) =
              static_cast<real>(-slopes_[static_cast<std::size_t>(head)] * distances_(i, j));
  }

 private:
  std::vector<double> slopes_;  // one per head
  Table distances_;             // (count, count)
  bool on_a_line_;
};

}  // namespace

SEXTANT_DEFINE_POSITION(alibi, Alibi)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
