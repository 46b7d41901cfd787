#include "sextant/foreign/block.h"

#include "sextant/foreign/curves.h"
#include "sextant/math/norm.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

class BlockRun {
 public:
  BlockRun(const BlockContext& context, std::span<const Index> starts, View<real> x, BlockRoom& room, Crew& crew)
      : context_(context),
        shape_(context.shape),
        weights_(context.weights),
        starts_(starts),
        x_(x),
        room_(room),
        crew_(crew),
        branch_(room.branch.shape(x.rows, shape_.width)) {}

  void run() {
    const NormWeights none;
    if (shape_.norm_place == NormPlace::after) {
      attend(x_);
      close(weights_.output, none, weights_.scale1, &weights_.norm1, x_);
      feed_forward(x_);
      close(weights_.out, none, weights_.scale2, &weights_.norm2, x_);
      return;
    }
    const View<const real> first = normed(weights_.norm1, room_.normed);
    if (shape_.parallel) {
      const View<const real> second = shape_.one_norm ? first : normed(weights_.norm2, room_.normed_too);
      attend(first);
      close(weights_.output, none, weights_.scale1, nullptr, x_);
      feed_forward(second);
      close(weights_.out, none, weights_.scale2, nullptr, x_);
      return;
    }
    attend(first);
    const View<real> second = weights_.norm2.there() ? room_.normed.shape(x_.rows, x_.columns) : x_;
    close(weights_.output, weights_.after1, weights_.scale1, weights_.norm2.there() ? &weights_.norm2 : nullptr,
          second);
    feed_forward(second);
    close(weights_.out, weights_.after2, weights_.scale2, nullptr, x_);
  }

 private:
  /// norm(x), or x itself where there is no such norm.
  View<const real> normed(const NormWeights& norm, Tensor& to) {
    if (!norm.there()) return x_;
    const View<real> view = to.shape(x_.rows, x_.columns);
    run_rows(x_.rows, crew_, [&](Index first, Index count, Index thread) {
      apply_norm(shape_.norm, shape_.norm_epsilon, norm, x_.slice_rows(first, count), view.slice_rows(first, count),
                 room_.threads[static_cast<std::size_t>(thread)].norm);
    });
    return view;
  }

  /// branch = attention(x), without the last bias
  void attend(View<const real> x) {
    const Linear& projection = weights_.query_key_value;
    const View<real> joint = room_.joint.shape(x.rows, projection.outputs());
    multiply_in_pieces(projection, x, joint, crew_,
                       [&](View<real> part, Index first, Index) { add_bias(part, projection.bias_or_null(first)); });
    const View<real> mixed = room_.mixed.shape(x.rows, shape_.heads * shape_.head_width);
    const Attention attention(shape_, context_.block, weights_, context_.turns);
    const auto samples = static_cast<Index>(starts_.size()) - 1;
    const auto rows_of = [&](View<real> all, Index sample) {
      const auto s = static_cast<std::size_t>(sample);
      return all.slice_rows(starts_[s] - starts_[0], starts_[s + 1] - starts_[s]);
    };
    if (attention.prepares())
      crew_.run(samples * (shape_.heads + shape_.key_heads), [&](Index piece, Index thread) {
        attention.prepare(rows_of(joint, piece / (shape_.heads + shape_.key_heads)),
                          piece % (shape_.heads + shape_.key_heads),
                          room_.threads[static_cast<std::size_t>(thread)].attention);
      });
    crew_.run(samples * shape_.heads, [&](Index piece, Index thread) {
      const View<real> own = rows_of(joint, piece / shape_.heads);
      const Tensor* bias = context_.biases ? &context_.biases->at(own.rows) : nullptr;
      attention.apply(own, piece % shape_.heads, bias, rows_of(mixed, piece / shape_.heads),
                      room_.threads[static_cast<std::size_t>(thread)].attention);
    });
    multiply_in_pieces(weights_.output, mixed, branch_, crew_);
  }

  /// branch = out(f(in x)), or out(f(gate x) * in x), without the last bias
  void feed_forward(View<const real> x) {
    const View<real> all = room_.inner.shape(x.rows, weights_.gate_in.outputs());
    const View<real> inner = all.slice_columns(0, shape_.inner);
    multiply_in_pieces(weights_.gate_in, x, all, crew_, [&](View<real> part, Index first, Index thread) {
      const real* bias = weights_.gate_in.bias_or_null(first);
      if (shape_.gated) return add_bias(part, bias);
      apply_curve(shape_.curve, part, bias, room_.threads[static_cast<std::size_t>(thread)].curve);
    });
    if (shape_.gated)
      run_rows(x.rows, crew_, [&](Index first, Index count, Index thread) {
        apply_curve(shape_.curve, inner.slice_rows(first, count), nullptr,
                    room_.threads[static_cast<std::size_t>(thread)].curve);
        for (Index i = first; i < first + count; ++i) {
          real* __restrict row = all.row(i);
          const real* __restrict in = row + shape_.inner;
#pragma omp simd
          for (Index j = 0; j < shape_.inner; ++j) row[j] *= in[j];
        }
      });
    multiply_in_pieces(weights_.out, inner, branch_, crew_);
  }

  /// x += scale * after(branch + bias); then, where there is a norm behind it, to = norm(x), which may be x.
  void close(const Linear& last, const NormWeights& after, const AlignedVector<real>& scale, const NormWeights* norm,
             View<real> to) {
    run_rows(x_.rows, crew_, [&](Index first, Index count, Index thread) {
      const View<real> branch = branch_.slice_rows(first, count), x = x_.slice_rows(first, count);
      Tensor& room = room_.threads[static_cast<std::size_t>(thread)].norm;
      const real* bias = last.bias_or_null();
      if (after.there() || !scale.empty()) {
        add_bias(branch, bias);
        bias = nullptr;
        if (after.there()) apply_norm(shape_.norm, shape_.norm_epsilon, after, branch, branch, room);
        for (Index i = 0; i < count && !scale.empty(); ++i)
          for (Index j = 0; j < x.columns; ++j) branch(i, j) *= scale[static_cast<std::size_t>(j)];
      }
      add_residual(branch, bias, x, x);
      if (norm) apply_norm(shape_.norm, shape_.norm_epsilon, *norm, x, to.slice_rows(first, count), room);
    });
  }

  const BlockContext& context_;
  const NetworkShape& shape_;
  const BlockWeights& weights_;
  std::span<const Index> starts_;
  View<real> x_;
  BlockRoom& room_;
  Crew& crew_;
  View<real> branch_;
};

}  // namespace

void run_block(const BlockContext& context, std::span<const Index> starts, View<real> x, BlockRoom& room, Crew& crew) {
  BlockRun(context, starts, x, room, crew).run();
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
