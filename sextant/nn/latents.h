// Perceiver (Jaegle et al., arXiv 2103.03206): a learned array of N latents, the same for every sample, asks the tokens
// of a sample in the first block, by cross-attention; from then on the stream consists of N rows per sample. Pre-norm
// normalises what asks as it normalises what is read.
#pragma once

#include "sextant/nn/mix_setting.h"
#include "sextant/nn/norm.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Latents {
 public:
  Latents(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters);

  /// The rows of the latents of the samples of `input`; `most_samples` in any chunk to come.
  void begin_chunk(const Chunk& input, Index most_samples);
  const Chunk& chunk() const { return chunk_; }

  /// One copy per sample.
  void forward();
  View<const real> rows() const { return saved_rows_.view(); }  // (samples*N, width)
  /// As the first block asks with them; its backward adds to the gradient.
  const QuerySource& query_source() const { return source_; }
  /// After the first block's backward: d (samples*N, width) = d loss / d rows().
  void backward(View<const real> d);

 private:
  void spread(View<const real> own, View<real> rows) const;
  void gather(View<const real> d, View<real> own) const;

  Index count_;
  bool normalises_;
  Parameter& array_;  // (N, width)
  Norm norm_;         // pre-norm
  Chunk chunk_;
  Tensor saved_rows_;
  Tensor normalised_;    // (N, width)
  Tensor d_normalised_;  // the same
  Tensor query_rows_;    // (samples*N, width), pre-norm
  Tensor d_query_rows_;  // (samples*N, width)
  QuerySource source_;
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
