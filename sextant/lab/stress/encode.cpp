#include "sextant/lab/stress/encode.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/stress/tensor_names.h"
#include "sextant/math/linear/decompositions.h"
#include "sextant/stress/smacof.h"

namespace sextant::lab {
namespace {

constexpr std::uint64_t mix_step = 7 << 20;  // of the stream `analysis`

void check_encode(const EncodeOptions& options) {
  require(options.method == "mds" || options.method == "smacof", "method '{}': expected mds or smacof", options.method);
  require(options.width >= 1, "width: expected 1 or more, not {}", options.width);
  require(options.rank >= 0, "rank: expected 1 or more, not {}", options.rank);
  require(options.rank == 0 || !options.stress, "give either a rank or a stress, not both");
  require(!options.norm || *options.norm > 0, "norm: expected more than 0, not {}", options.norm.value_or(0));
  require(options.weights.empty() || options.method == "smacof", "weights are supported by the method smacof only");
}

Index choose_rank(const EncodeOptions& options, const Target& target, const std::vector<RankPoint>& curve) {
  const Index most = target.scaling.points.columns;
  require(most > 0, "encoding: no axis is above the noise level; use more documents or fewer positions");
  Index rank = options.rank > 0 ? options.rank : std::min(most, options.width);
  if (options.stress) {
    rank = smallest_rank(curve, *options.stress);
    require(rank > 0, "stress {}: not reached with {} axes; the lowest is {:.4g}", *options.stress, curve.size(),
            curve.empty() ? NAN : curve.back().stress.raw);
  }
  require(rank <= options.width, "rank {}: the embedding has only {} dimensions; use a larger --width", rank,
          options.width);
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
Table make_weights(const EncodeOptions& options, const MeasuredTarget& measured) {
  if (options.weights.empty()) return {};
  if (options.weights != "counts") return read_table(options.weights);
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
  Table normal(width, rank);
  for (Index j = 0; j < width; ++j)
    for (Index k = 0; k < rank; ++k) normal(j, k) = random.normal(static_cast<std::uint64_t>(j * rank + k));
  const Table orthonormal = orthonormal_columns(normal);
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

}  // namespace

void EncodeOptions::visit(OptionVisitor& option) {
  option.choice("method", method, {"mds", "smacof"}, "classical scaling, or least stress from there");
  option("rank", rank, "axes; 0: all that count, at most `width`");
  option("stress", stress, "in place of a rank: the fewest axes with at most this raw stress");
  option("width", width, "embedding dimension");
  option("norm", norm, "root mean square length of the rows; auto: as the distances say");
  option("mix", mix, "rotate the axes into all dimensions instead of using only the first R");
  option("weights", weights, "smacof: weights of the pairs, from corpus counts or a table (n, n)");
  option.choice("names", names, {"plain", "bert", "gpt2", "vit"}, "the tensor's name and shape");
  option("prefix", prefix, "prefix of the tensor name, e.g. bert.");
  option("out", out, "directory to write to; empty: nowhere");
  TargetOptions::visit(option);
}

EncodedPositions encode(const EncodeOptions& options, Events& events, std::stop_token stop) {
  const StopScope scope(stop);
  check_encode(options);
  TargetRequest wanted = options.target_request();
  const StageWatcher watch = watch_stages(events, std::move(stop));
  const MeasuredTarget measured = measure_target(wanted, watch);
  const Target& target = measured.target;
  const TensorPlace place = tensor_place(options.names, options.prefix, target.count(), options.width);
  EncodedPositions result;
  result.tensor = place.name;
  result.shape = place.shape;
  result.curve = make_rank_curve(target);
  const Index rank = choose_rank(options, target, result.curve);
  result.left = first_columns(target.scaling.points, rank);
  if (options.method == "smacof") {
    require(target.count() <= most_dense, "smacof: at most {} positions, {} given", most_dense, target.count());
    watch("SMACOF", 0);
    Smacof lowest = smacof(target.distances->table(), std::move(result.left), make_weights(options, measured));
    result.left = std::move(lowest.points);
    result.iterations = lowest.iterations;
  }
  const auto distances = distances_of_vectors(result.left);
  const StressSums sums = sum_pairs(*target.distances, {distances.get()});
  result.stress = stress_of(sums.wanted, sums.given[0]);
  result.target = describe_target(wanted, measured, sums.wanted);
  if (options.norm) result.factor = scale_to_norm(result.left, *options.norm);
  result.right = make_directions(rank, options.width, options.mix, wanted.seed);
  result.table = multiply(result.left, result.right);
  look_for_stop();
  if (!options.out.empty()) write_encoded(options, result);
  if (options.names != "plain")
    events.on_message(
        {Message::Kind::warning,
         fmt::format("the axes of this table are those of the data, for a {} that is trained with it from "
                     "the start; in a trained one the other weights expect the model's own basis: "
                     "`sextant compress` keeps it, `sextant replace` measures how far a table is from it",
                     options.names)});
  return result;
}

}  // namespace sextant::lab
