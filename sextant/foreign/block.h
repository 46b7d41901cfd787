// One block on a part of the stream: some whole samples, whose tokens lie one behind the other without padding. Every
// phase of a block is cut into pieces for the threads: products by rows or by outputs, attention by samples and heads.
#pragma once

#include <map>
#include <span>

#include "sextant/foreign/attention.h"
#include "sextant/foreign/crew.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

/// Scratch of one thread.
struct ThreadRoom {
  Tensor norm, curve, normed, joint, mixed, steps, inner, branch;
  AttentionRoom attention;
};

/// Scratch of one part of the stream.
struct BlockRoom {
  Tensor normed, normed_too, joint, mixed, branch, inner;
  std::vector<ThreadRoom> threads;
};

struct BlockContext {
  const NetworkShape& shape;
  const BlockShape& block;
  const BlockWeights& weights;
  const Turns* turns = nullptr;
  const std::map<Index, Tensor>* biases = nullptr;  // by length
};

/// `starts`: where each sample begins in x (tokens, width), and the end.
void run_block(const BlockContext& context, std::span<const Index> starts, View<real> x, BlockRoom& room, Crew& crew);

/// The selective state space of Mamba (Gu and Dao 2023, arXiv 2312.00752) on one sample: x += out(y) with
/// u = f(conv(in_1 x)), h_t = exp(step A) h_(t-1) + step B_t u_t, y_t = (C_t h_t + D u_t) f(in_2 x).
void run_mamba(const BlockContext& context, View<real> x, ThreadRoom& room);

/// y (rows, outputs) = x weight^T, without the bias, in pieces for the threads; then `behind(piece of y, its first
/// output, thread)` on each of them.
using BehindProduct = std::function<void(View<real>, Index, Index)>;
void multiply_in_pieces(const Linear& linear, View<const real> x, View<real> y, Crew& crew,
                        const BehindProduct& behind = {});

/// work(first row, count, thread) on pieces of `rows` rows.
void run_rows(Index rows, Crew& crew, const std::function<void(Index, Index, Index)>& work);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
