// What goes through the blocks: a part of a batch, the chunk of it at hand, and the rows from one block to the next,
// forward and backward.
#pragma once

#include <span>
#include <vector>

#include "sextant/data/batch.h"
#include "sextant/nn/chunk.h"
#include "sextant/nn/dimensions.h"
#include "sextant/nn/model.h"
#include "sextant/nn/sites.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

struct Flow {
  Flow(const ModelOptions& model, const TaskShape& task, const Dimensions& dimensions);

  /// Samples [first, first+count) of the batch are the ones that chunks will name; `batch` outlives them.
  void begin_batch(const Batch& source, Index first, Index count, const Pass& of);
  /// Samples [first, first+count) of the batch are the chunk. `without_first`: the stream does not carry the rows at
  /// position 0; `most`: rows of the largest chunk that may come where samples differ in length.
  void begin_chunk(Index first, Index count, bool without_first, Index most);

  /// What the rows of the chunk are (embedding.h), and their real values.
  std::span<const std::int32_t> chunk_ids() const;
  View<const real> fill_values();

  /// The rows that flow behind the first block.
  const Chunk& carried() const { return latent ? *latent : chunk; }
  /// The rows that a block answers for: in the last one, where it is narrow, only those that the readout reads.
  const QuerySet& queries(Index block) const {
    return narrow_last && block == dimensions.depth - 1 ? chunk.wanted : carried().carried;
  }
  View<const real> input(Index block) const { return rows[static_cast<std::size_t>(block)].view(); }
  View<real> output(Index block) { return rows[static_cast<std::size_t>(block) + 1].view(); }

  bool drops(double rate) const { return nn::drops(rate, model, pass); }
  Random random(Index block, Site site) const { return random_of(pass, block, site); }

  /// Noise on a block's input, every row of which is there (attention/plan.h sees to that).
  void disturb(Index block, View<real> x) const;

  /// A block's input at its queries.
  View<const real> residual(Index block);
  /// d, the gradient of that, becomes the gradient of all rows of the input.
  void spread_residual(Index block);

  const ModelOptions& model;
  const TaskShape& shape;
  const Dimensions& dimensions;

  const Batch* batch = nullptr;
  Index first_sample = 0;
  Index sample_count = 0;
  Index length = 0;  // of its longest sample, with CLS
  Pass pass;
  Taps* taps = nullptr;           // nullptr: nobody listens
  std::vector<std::int32_t> ids;  // (rows of the batch part) what each row is

  Chunk chunk;
  const Chunk* latent = nullptr;  // where latents read the chunk: they
  bool narrow_last = false;       // the last block answers only for the rows that the readout reads
  Tensor values;                  // (rows of the chunk, features) real-valued inputs
  std::vector<Tensor> rows;       // (rows, width): the input of each block, then the last output
  Tensor d, d_next;               // the gradient of the rows at hand, and the next one's
  Tensor gathered;                // (queries, width) a block's input at its queries

 private:
  bool reads(Index sample, Index position, Index own_length) const;
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
