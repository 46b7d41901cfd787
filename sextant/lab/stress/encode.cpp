#include "sextant/lab/stress/encode.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/lab/stress/tensor_names.h"
#include "sextant/stress/smacof.h"

namespace sextant::lab {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr std::uint64_t mix_step = 7 << 20;  // of the stream `analysis`

void require_request(const EncodeRequest& request) {
  require(request.method == "mds" || request.method == "smacof", "method '{}': expected mds or smacof", request.method);
  require(request.width >= 1, "width: expected 1 or more, not {}", request.width);
  require(request.rank >= 0, "rank: expected 1 or more, not {}", request.rank);
  require(request.rank == 0 || !request.stress, "give either a rank or a stress, not both");
  require(!request.norm || *request.norm > 0, "norm: expected more than 0, not {}", request.norm.value_or(0));
  require(request.weights.empty() || request.method == "smacof", "weights are supported by the method smacof only");
}

Index choose_rank(const EncodeRequest& request, const Target& target, const std::vector<RankPoint>& curve) {
  const Index most = target.scaling.points.columns;
  require(most > 0, "encoding: no axis is above the noise level; use more documents or fewer positions");
  Index rank = request.rank > 0 ? request.rank : std::min(most, request.width);
  if (request.stress) {
    rank = smallest_rank(curve, *request.stress);
    require(rank > 0, "stress {}: not reached with {} axes; the lowest is {:.4g}", *request.stress, curve.size(),
            curve.empty() ? NAN : curve.back().stress.raw);
  }
  require(rank <= request.width, "rank {}: the embedding has only {} dimensions; use a larger --width", rank,
          request.width);
  require(rank <= most, "rank {}: only {} axes are available ({})", rank, most,
          target.scaling.complete ? "the rest are noise or zero" : "request more with --leading");
  return rank;
}

Table first_columns(const Table& from, Index columns) {
  Table to(from.rows, columns);
  for (Index i = 0; i < to.rows; ++i)
    for (Index k = 0; k < columns; ++k) to(i, k) = from(i, k);
  return to;
}

/// Counted pairs: the variance of a distance falls as 1/N_s + 1/N_t.
Table make_weights(const EncodeRequest& request, const MeasuredTarget& measured) {
  if (request.weights.empty()) return {};
  if (request.weights != "counts") return read_table(request.weights);
  require(measured.corpus != nullptr, "weights 'counts': requires a corpus");
  const auto& counts = measured.corpus->documents_at();
  const auto n = static_cast<Index>(counts.size());
  Table weights(n, n);
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < n; ++t)
      weights(s, t) = 1 / (1 / static_cast<double>(counts[static_cast<std::size_t>(s)]) +
                           1 / static_cast<double>(counts[static_cast<std::size_t>(t)]));
  return weights;
}

/// W: the first r columns as they are, or r random orthonormal directions.
Table make_directions(Index rank, Index width, bool mix, std::uint64_t seed) {
  Table directions(rank, width);
  if (!mix) {
    for (Index k = 0; k < rank; ++k) directions(k, k) = 1;
    return directions;
  }
  const Random random(seed, Stream::analysis, mix_step);
  Eigen::MatrixXd normal(width, rank);
  for (Index j = 0; j < width; ++j)
    for (Index k = 0; k < rank; ++k) normal(j, k) = random.normal(static_cast<std::uint64_t>(j * rank + k));
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(normal);
  const Eigen::MatrixXd orthonormal = qr.householderQ() * Eigen::MatrixXd::Identity(width, rank);
  for (Index k = 0; k < rank; ++k)
    for (Index j = 0; j < width; ++j) directions(k, j) = orthonormal(j, k);
  return directions;
}

/// Scales centred points to a root mean square length.
double scale_to_norm(Table& points, double norm) {
  double squares = 0;
  for (const double value : points.values) squares += value * value;
  const double factor = norm / std::sqrt(squares / static_cast<double>(points.rows));
  for (double& value : points.values) value *= factor;
  return factor;
}

Table multiply(const Table& left, const Table& right) {
  Table result(left.rows, right.columns);
  Eigen::Map<Matrix>(result.values.data(), result.rows, result.columns).noalias() =
      Eigen::Map<const Matrix>(left.values.data(), left.rows, left.columns) *
      Eigen::Map<const Matrix>(right.values.data(), right.rows, right.columns);
  return result;
}

}  // namespace

EncodedPositions encode_positions(const EncodeRequest& given, const StageWatcher& watch) {
  EncodeRequest request = given;
  require_request(request);
  const MeasuredTarget measured = measure_target(request.target, watch);
  const Target& target = measured.target;
  const TensorPlace place = tensor_place(request.names, request.prefix, target.count(), request.width);
  EncodedPositions result;
  result.tensor = place.name;
  result.shape = place.shape;
  result.curve = make_rank_curve(target);
  const Index rank = choose_rank(request, target, result.curve);
  result.left = first_columns(target.scaling.points, rank);
  if (request.method == "smacof") {
    require(target.count() <= most_dense, "smacof: at most {} positions, {} given", most_dense, target.count());
    watch("SMACOF", 0);
    Smacof lowest = smacof(target.distances->table(), std::move(result.left), make_weights(request, measured));
    result.left = std::move(lowest.points);
    result.iterations = lowest.iterations;
  }
  const auto distances = distances_of_vectors(result.left);
  const StressSums sums = sum_pairs(*target.distances, {distances.get()});
  result.stress = stress_of(sums.wanted, sums.given[0]);
  result.target = describe_target(request.target, measured, sums.wanted);
  if (request.norm) result.factor = scale_to_norm(result.left, *request.norm);
  result.right = make_directions(rank, request.width, request.mix, request.target.seed);
  result.table = multiply(result.left, result.right);
  return result;
}

}  // namespace sextant::lab
