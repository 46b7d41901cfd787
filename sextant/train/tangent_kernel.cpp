#include "sextant/train/tangent_kernel.h"

#include <cmath>

#include "sextant/core/denormals.h"
#include "sextant/core/random.h"
#include "sextant/math/product.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

constexpr Index most_directions = 8;
constexpr Index most_numbers = 64'000'000;  // of J in memory; beyond it rows are computed more than once
constexpr Index product_columns = 8192;     // summed in `real`; the sums of these pieces are added in double
constexpr Index line = 16;                  // numbers: rows of J start at cache lines

/// The outputs themselves, or sums of all of them with random signs.
Table make_directions(Index outputs, std::uint64_t seed) {
  Table directions(std::min(outputs, most_directions), outputs);
  const Random random(seed, Stream::analysis, 7);
  for (Index d = 0; d < directions.rows; ++d)
    for (Index o = 0; o < outputs; ++o) {
      if (outputs <= most_directions)
        directions(d, o) = d == o ? 1 : 0;
      else
        directions(d, o) = (random.below(static_cast<std::uint64_t>(d * outputs + o), 2) == 0 ? 1 : -1) /
                           std::sqrt(static_cast<double>(outputs));
    }
  return directions;
}

/// kernel[first_a.., first_b..] = a b^T, and the same transposed.
void add_products(View<const real> a, View<const real> b, Index first_a, Index first_b, Table& kernel) {
  Tensor piece(a.rows, b.rows);
  for (Index column = 0; column < a.columns; column += product_columns) {
    const Index count = std::min(product_columns, a.columns - column);
    multiply_transposed({a.data + column, a.rows, count, a.stride}, {b.data + column, b.rows, count, b.stride},
                        piece.view(), Write::replace);
    for (Index i = 0; i < a.rows; ++i)
      for (Index j = 0; j < b.rows; ++j) kernel(first_a + i, first_b + j) += static_cast<double>(piece.view()(i, j));
  }
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < b.rows; ++j) kernel(first_b + j, first_a + i) = kernel(first_a + i, first_b + j);
}

Index stride_of(const Parameters& parameters) { return (parameters.size() + line - 1) / line * line; }

}  // namespace

TangentKernel::TangentKernel(Transformer& model, Batch samples, std::uint64_t seed)
    : model_(model),
      samples_(std::move(samples)),
      seed_(seed),
      directions_(make_directions(model.shape().outputs, seed)) {
  require(samples_.samples >= 2, "NTK: expected 2 or more samples, given {}", samples_.samples);
}

/// All rows where memory allows, else half of what it allows: two blocks are held at a time.
Index TangentKernel::block_rows() const {
  const Index stride = stride_of(model_.parameters());
  if (rows() * stride <= most_numbers) return rows();
  return std::max<Index>(1, most_numbers / (2 * stride));
}

Index TangentKernel::passes() const {
  Index passes = 0;
  for (Index first = 0; first < rows(); first += block_rows()) passes += rows() - first;
  return passes;
}

/// Which of the readout rows of a sample is asked.
Index TangentKernel::readout_row(Index sample, Index count) const {
  return static_cast<Index>(
      Random(seed_, Stream::analysis, 8).below(static_cast<std::uint64_t>(sample), static_cast<std::uint64_t>(count)));
}

void TangentKernel::fill_gradient(Index row, real* gradient) {
  const Index sample = row / directions_.rows;
  model_.parameters().bind_gradients(gradient);
  model_.begin_batch(samples_, sample, 1, {.training = false, .seed = seed_});
  model_.forward_chunk(sample, 1);
  const View<const real> outputs = model_.outputs();
  Tensor d_outputs;
  d_outputs.shape_zero(outputs.rows, outputs.columns);
  if (outputs.rows > 0)
    for (Index o = 0; o < outputs.columns; ++o)
      d_outputs.view()(readout_row(sample, outputs.rows), o) =
          static_cast<real>(directions_(row % directions_.rows, o));
  model_.backward_chunk(d_outputs.view());
  model_.end_batch();
}

void TangentKernel::fill_gradients(Index first, Index count, View<real> gradients) {
  for (Index i = 0; i < count; ++i) {
    std::fill_n(gradients.row(i), gradients.stride, real(0));
    fill_gradient(first + i, gradients.row(i));
  }
}

Table TangentKernel::measure() {
  const DenormalPolicy policy(Denormals::flush);
  Parameters& parameters = model_.parameters();
  real* const gradients_before = parameters.gradients().data();
  const Index stride = stride_of(parameters), trained = parameters.trainable_size(), block = block_rows();
  Tensor memory(std::min(rows(), 2 * block), stride);
  const auto rows_of = [&](Index place, Index count) {
    return View<real>{memory.data() + place * stride, count, trained, stride};
  };
  Table kernel(rows(), rows());
  for (Index a = 0; a < rows(); a += block) {
    const View<real> upper = rows_of(0, std::min(block, rows() - a));
    fill_gradients(a, upper.rows, upper);
    add_products(upper, upper, a, a, kernel);
    for (Index b = a + block; b < rows(); b += block) {
      const View<real> lower = rows_of(block, std::min(block, rows() - b));
      fill_gradients(b, lower.rows, lower);
      add_products(upper, lower, a, b, kernel);
    }
  }
  parameters.bind_gradients(gradients_before);
  return kernel;
}

/// Where the label or target of the row that is asked of a sample stands in the batch; -1: nowhere.
Index TangentKernel::label_row(Index sample) const {
  const TaskShape& shape = model_.shape();
  const Index first = sample * shape.length;
  if (shape.readout == ReadoutPlace::every) return first + readout_row(sample, shape.length);
  if (shape.readout != ReadoutPlace::masked) return sample;
  std::vector<Index> masked;
  for (Index row = first; row < first + shape.length; ++row)
    if (samples_.masked[static_cast<std::size_t>(row)] != 0) masked.push_back(row);
  if (masked.empty()) return -1;
  return masked[static_cast<std::size_t>(readout_row(sample, static_cast<Index>(masked.size())))];
}

std::vector<double> TangentKernel::targets() const {
  const TaskShape& shape = model_.shape();
  std::vector<double> targets;
  for (Index sample = 0; sample < samples_.samples; ++sample) {
    const Index row = label_row(sample);
    std::vector<double> wanted(static_cast<std::size_t>(shape.outputs), 0.0);
    if (row >= 0 && shape.loss == LossKind::squared_error)
      for (Index o = 0; o < shape.outputs; ++o)
        wanted[static_cast<std::size_t>(o)] =
            static_cast<double>(samples_.targets[static_cast<std::size_t>(row * shape.outputs + o)]);
    else if (row >= 0 && samples_.labels[static_cast<std::size_t>(row)] != Batch::unscored)
      wanted[static_cast<std::size_t>(samples_.labels[static_cast<std::size_t>(row)])] = 1;
    for (Index d = 0; d < directions_.rows; ++d) {
      double sum = 0;
      for (Index o = 0; o < shape.outputs; ++o) sum += directions_(d, o) * wanted[static_cast<std::size_t>(o)];
      targets.push_back(sum);
    }
  }
  return targets;
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
