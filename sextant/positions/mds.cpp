// Positions as far apart as data ask for: classical multidimensional scaling of the arrangement's distances, p_t = row
// t of U L^(1/2), zero-padded to the width (Cirrincione, arXiv 2604.05217). Eigenvalues below the size of the most
// negative one are left out: distances that were estimated, or are not Euclidean, have such. With a task on text and
// task.arrangement = "words" these are the Hellinger distances between its positions. A CLS token has a zero row.
#include <algorithm>
#include <cmath>

#include "sextant/math/linear/distances.h"
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"
#include "sextant/stress/classical_scaling.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct MdsOptions final : Options {
  std::optional<Index> rank;
  std::optional<double> norm;
  bool trainable = false;

  void visit(OptionVisitor& option) override {
    option("rank", rank, at_least(1),
           "number of leading MDS axes; auto (or 0): all above the noise level that fit the width");
    option("norm", norm, positive(), "RMS norm of the vectors; auto: keep the given distances");
    option("trainable", trainable, "fine-tune the embeddings instead of freezing them");
  }
};

/// (count, rank)
Table scale(const MdsOptions& own, const EncodingContext& context) {
  const Arrangement& arrangement = context.arrangement;
  require(arrangement.count() >= 2, "mds: {} token has no pairwise distances", arrangement.count());
  const Index most = std::min(arrangement.count() - 1, context.width);
  const Index rank = own.rank.value_or(most);
  require(rank <= most, "mds: rank {} given, expected 1 to {} ({} tokens, width {})", rank, most, arrangement.count(),
          context.width);
  Scaling scaling = scale_gram(centred_gram(arrangement.as_distances("mds")), Keep::above_noise, rank);
  require(scaling.points.columns > 0,
          "mds: no axis is above the noise level (largest eigenvalue {:.3g}, most negative {:.3g}); "
          "use more documents or other distances",
          scaling.eigenvalues.front(), scaling.smallest);
  return std::move(scaling.points);
}

/// (length, width), row by row.
std::vector<double> make_rows(const MdsOptions& own, const EncodingContext& context) {
  const Table points = scale(own, context);
  double factor = 1;
  if (own.norm) {
    double squares = 0;
    for (const double value : points.values) squares += value * value;
    factor = *own.norm / std::sqrt(squares / static_cast<double>(points.rows));
  }
  const Index first = context.arrangement.length() - points.rows;
  std::vector<double> rows(static_cast<std::size_t>(context.arrangement.length() * context.width), 0.0);
  for (Index i = 0; i < points.rows; ++i)
    for (Index k = 0; k < points.columns; ++k)
      rows[static_cast<std::size_t>((first + i) * context.width + k)] = factor * points(i, k);
  return rows;
}

class Mds final : public ParameterTable {
 public:
  using OwnOptions = MdsOptions;
  Mds(const MdsOptions& own, const EncodingContext& context, Parameters& parameters)
      : ParameterTable(context, parameters, context.arrangement.length(), own.trainable, make_rows(own, context)) {}
};

}  // namespace

SEXTANT_DEFINE_POSITION(mds, Mds)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
