// One block on a part of the stream: some whole samples, whose tokens lie one behind the other without padding.
#pragma once

#include <map>
#include <span>

#include "sextant/foreign/attention.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

/// Scratch of one thread.
struct BlockRoom {
  Tensor normed, normed_too, joint, mixed, branch, inner, norm, curve;
  AttentionRoom attention;
};

struct BlockContext {
  const NetworkShape& shape;
  const BlockShape& block;
  const BlockWeights& weights;
  const Turns* turns = nullptr;
  const std::map<Index, Tensor>* biases = nullptr;  // by length
};

/// `starts`: where each sample begins in x (tokens, width), and the end.
void run_block(const BlockContext& context, std::span<const Index> starts, View<real> x, BlockRoom& room);

/// The selective state space of Mamba (Gu and Dao 2023, arXiv 2312.00752): x += out(y) with
/// u = f(conv(in_1 x)), h_t = exp(step A) h_(t-1) + step B_t u_t, y_t = (C_t h_t + D u_t) f(in_2 x).
void run_mamba(const BlockContext& context, std::span<const Index> starts, View<real> x, BlockRoom& room);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
