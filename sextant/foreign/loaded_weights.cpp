#include "sextant/foreign/loaded_weights.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/norm.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

namespace {

constexpr Index most_in_memory = 8'000'000;  // numbers of a matrix; larger ones stay in their file
constexpr Index numbers_at_a_time = 2'000'000;

Tensor to_tensor(const Matrix& read) {
  Tensor tensor(read.rows, read.columns);
  std::ranges::transform(read.values, tensor.data(), [](double value) { return static_cast<real>(value); });
  return tensor;
}

}  // namespace

void Linear::apply(View<const real> x, View<real> y) const {
  multiply_part(x, 0, y);
  add_bias(y, bias_or_null());
}

void Linear::multiply_part(View<const real> x, Index first, View<real> y) const {
  if (in_file.empty()) {
    multiply_transposed(x, weight.view().slice_rows(first, y.columns), y, Write::replace);
  } else {
    Index begin = 0;  // of the matrix at hand
    for (const auto& [source, name, rows] : in_file) {
      const Index step = std::max(Index{1}, numbers_at_a_time / all_inputs);
      const Index from = std::max(first - begin, Index{0}), to = std::min(first + y.columns - begin, rows);
      for (Index row = from; row < to; row += step) {
        const Index count = std::min(step, to - row);
        const Tensor part = to_tensor(source->read_rows(name, row, count));
        multiply_transposed(x, part.view(), y.slice_columns(begin + row - first, count), Write::replace);
      }
      begin += rows;
    }
  }
}

void apply_norm(Norm kind, double epsilon, const NormWeights& weights, View<const real> x, View<real> y, Tensor& room) {
  const View<real> scratch = room.shape(2, std::max(x.columns, Index{1}));
  const real* shift = weights.shift.empty() ? nullptr : weights.shift.data();
  const math::NormKind own = kind == Norm::layer ? math::NormKind::layer : math::NormKind::rms;
  real inverse = 0;
  for (Index i = 0; i < x.rows; ++i)
    add_and_normalise(own, View<const real>(x.row(i), 1, x.columns), nullptr, {}, scratch.slice_rows(0, 1),
                      weights.gain.data(), shift, static_cast<real>(epsilon), scratch.slice_rows(1, 1), &inverse,
                      View<real>(y.row(i), 1, y.columns));
}

Tensor Loader::matrix(const std::string& name, Index rows, Index columns) const {
  const MatrixExtents read = source_.extents(name);
  require((rows == 0 || read.rows == rows) && (columns == 0 || read.columns == columns),
          "weights '{}' are {} x {}, expected {} x {}", name, read.rows, read.columns,
          rows == 0 ? "any" : std::to_string(rows), columns == 0 ? "any" : std::to_string(columns));
  return to_tensor(source_.read(name));
}

void Loader::read_token(std::int32_t token, real* to) const {
  const Matrix row = source_.read_rows("token.weight", token, 1);
  std::ranges::transform(row.values, to, [](double value) { return static_cast<real>(value); });
}

AlignedVector<real> Loader::vector(const std::string& name, Index size) const {
  const Matrix read = source_.read(name);
  require(read.rows * read.columns == size, "weights '{}' have {} numbers, expected {}", name, read.rows * read.columns,
          size);
  AlignedVector<real> vector(static_cast<std::size_t>(size));
  std::ranges::transform(read.values, vector.begin(), [](double value) { return static_cast<real>(value); });
  return vector;
}

Linear Loader::linear(std::initializer_list<std::string> names, std::initializer_list<Index> rows,
                      Index columns) const {
  Linear result;
  for (const Index count : rows) result.all_outputs += count;
  result.all_inputs = columns;
  const bool stays =
      !whole_ && result.all_outputs * columns > most_in_memory &&
      std::ranges::all_of(names, [&](const std::string& name) { return source_.extents(name + ".weight").by_rows; });
  if (!stays) result.weight.shape(result.all_outputs, columns);
  Index first = 0;
  const Index* count = rows.begin();
  for (const std::string& name : names) {
    const std::string own = name + ".weight";
    if (stays) {
      const MatrixExtents extents = source_.extents(own);
      require(extents.rows == *count && extents.columns == columns, "weights '{}' are {} x {}, expected {} x {}", own,
              extents.rows, extents.columns, *count, columns);
      result.in_file.push_back({&source_, own, *count});
    } else {
      copy_to(matrix(own, *count, columns).view(), result.weight.view().slice_rows(first, *count));
    }
    if (source_.has(name + ".bias")) {
      result.bias.resize(static_cast<std::size_t>(result.all_outputs), real(0));  // others may have none (BEiT's keys)
      std::ranges::copy(vector(name + ".bias", *count), result.bias.begin() + first);
    }
    first += *count++;
  }
  return result;
}

NormWeights Loader::norm(const std::string& name, Index size) const {
  NormWeights result{vector(name + ".weight", size), {}};
  if (source_.has(name + ".bias")) result.shift = vector(name + ".bias", size);
  return result;
}

OuterWeights Loader::outer() const {
  OuterWeights outer;
  const Index embedded = shape_.embedding_width > 0 ? shape_.embedding_width : shape_.width;
  if (shape_.images()) {
    outer.patch = linear({"patch"}, {shape_.width}, shape_.features());
    outer.front.shape(shape_.front, shape_.width);
    for (Index i = 0; i < shape_.front; ++i)
      copy_to(matrix(fmt::format("front.{}.weight", i), 1, shape_.width).view(), outer.front.view().slice_rows(i, 1));
  } else {
    const MatrixExtents token = source_.extents("token.weight");
    require(token.rows == shape_.vocabulary && token.columns == embedded,
            "weights 'token.weight' are {} x {}, expected {} x {}", token.rows, token.columns, shape_.vocabulary,
            embedded);
  }
  if (shape_.token_type) outer.type = matrix("type.weight", 0, embedded);
  if (shape_.position_table)
    outer.position = matrix("position.weight", 0, shape_.project_before_position ? shape_.width : embedded);
  if (shape_.embedding_norm) outer.embedding_norm = norm("embedding_norm", embedded);
  if (source_.has("embedding_projection.weight"))
    outer.embedding_projection = linear({"embedding_projection"}, {shape_.width}, embedded);
  if (shape_.final_norm) outer.final_norm = norm("final_norm", shape_.width);
  if (shape_.final_projection) outer.final_projection = linear({"final_projection"}, {embedded}, shape_.width);
  const bool shared_bias = shape_.score_bias == ScoreBias::t5_buckets || shape_.score_bias == ScoreBias::beit_grid;
  if (shared_bias && !shape_.score_bias_per_block) outer.score_bias = matrix("score_bias.weight", 0, shape_.heads);
  if (shape_.score_bias == ScoreBias::disentangled) {
    outer.relative = matrix("relative.weight", 2 * shape_.span, shape_.width);
    Tensor room;
    if (shape_.relative_norm)
      apply_norm(Norm::layer, shape_.norm_epsilon, norm("relative_norm", shape_.width), outer.relative.view(),
                 outer.relative.view(), room);
  }
  return outer;
}

HeadWeights Loader::head() const {
  HeadWeights head;
  const HeadShape& own = shape_.head;
  Index width = shape_.final_projection ? shape_.embedding_width : shape_.width;
  if (own.dense) {
    const Index outputs = source_.extents("head.dense.weight").rows;  // ALBERT's is narrower than the model
    head.dense = linear({"head.dense"}, {outputs}, width);
    width = outputs;
  }
  if (own.norm) head.norm = norm("head.norm", width);
  head.out = linear({"head.out"}, {own.outputs}, width);
  if (own.two) head.second = linear({"head.second"}, {own.outputs}, width);
  return head;
}

void Loader::load_attention(const std::string& prefix, const OuterWeights& outer, BlockWeights& block) const {
  const Index queries = shape_.heads * shape_.head_width, keys = shape_.key_heads * shape_.head_width;
  block.query_key_value =
      linear({prefix + "query", prefix + "key", prefix + "value"}, {queries, keys, keys}, shape_.width);
  block.output = linear({prefix + "output"}, {shape_.width}, queries);
  if (shape_.query_key_norm) {
    block.query_norm = norm(prefix + "query_norm", shape_.head_width);
    block.key_norm = norm(prefix + "key_norm", shape_.head_width);
  }
  if (shape_.score_bias_per_block) block.score_bias = matrix(prefix + "score_bias.weight", 0, shape_.heads);
  if (shape_.score_bias != ScoreBias::disentangled) return;
  const auto project = [&](const std::string& own, const std::string& shared) {
    const Linear projection = linear({prefix + (shape_.shared_projections ? shared : own)}, {queries}, shape_.width);
    Tensor result(outer.relative.rows(), queries);
    projection.apply(outer.relative.view(), result.view());
    return result;
  };
  if (shape_.content_to_position) block.position_key = project("position_key", "key");
  if (shape_.position_to_content) block.position_query = project("position_query", "query");
}

void Loader::load_mamba(const std::string& prefix, BlockWeights& block) const {
  block.gate_in = linear({prefix + "in"}, {2 * shape_.inner}, shape_.width);
  block.convolution = matrix(prefix + "convolution.weight", shape_.inner, shape_.convolution);
  if (source_.has(prefix + "convolution.bias"))
    block.convolution_bias = vector(prefix + "convolution.bias", shape_.inner);
  block.select = linear({prefix + "select"}, {shape_.step_rank + 2 * shape_.state}, shape_.inner);
  block.step = linear({prefix + "step"}, {shape_.inner}, shape_.step_rank);
  block.decay = matrix(prefix + "decay.weight", shape_.inner, shape_.state);
  for (real& value : std::span(block.decay.data(), static_cast<std::size_t>(block.decay.size())))
    value = -std::exp(value);
  block.skip = vector(prefix + "skip.weight", shape_.inner);
  block.out = linear({prefix + "out"}, {shape_.width}, shape_.inner);
}

BlockWeights Loader::block(Index number, const OuterWeights& outer) const {
  const BlockShape& own = shape_.blocks[static_cast<std::size_t>(number)];
  const std::string prefix = fmt::format("blocks.{}.", own.weights);
  BlockWeights block;
  if (own.norm1) block.norm1 = norm(prefix + "norm1", shape_.width);
  if (shape_.mamba) {
    load_mamba(prefix, block);
    return block;
  }
  if (!shape_.one_norm) block.norm2 = norm(prefix + "norm2", shape_.width);
  if (shape_.norm_place == NormPlace::around) {
    block.after1 = norm(prefix + "after1", shape_.width);
    block.after2 = norm(prefix + "after2", shape_.width);
  }
  load_attention(prefix, outer, block);
  block.gate_in = shape_.gated ? linear({prefix + "gate", prefix + "in"}, {shape_.inner, shape_.inner}, shape_.width)
                               : linear({prefix + "in"}, {shape_.inner}, shape_.width);
  block.out = linear({prefix + "out"}, {shape_.width}, shape_.inner);
  if (shape_.branch_scales) {
    block.scale1 = vector(prefix + "scale1.weight", shape_.width);
    block.scale2 = vector(prefix + "scale2.weight", shape_.width);
  }
  return block;
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
