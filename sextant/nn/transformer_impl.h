// What a transformer is made of, and its state while a batch is worked off. Only transformer*.cpp include this.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sextant/nn/block.h"
#include "sextant/nn/distinct_rows.h"
#include "sextant/nn/embedding.h"
#include "sextant/nn/latents.h"
#include "sextant/nn/readout.h"
#include "sextant/nn/stem.h"
#include "sextant/nn/transformer.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

/// Sites of dropout, numbered so that each has random numbers of its own.
enum class Site : std::uint32_t { position, attention, attention_residual, feed_forward_residual };

struct Transformer::Impl {
  Impl(const ModelOptions& model, const PositionOptions& position, const TaskShape& task,
       const Arrangement& arrangement);

  // Declaration order is the order of the parameters.
  ModelOptions options;
  TaskShape shape;
  Dimensions dimensions;
  Parameters parameters;
  Embedding embedding;
  std::vector<std::unique_ptr<Position>> positions;  // one, or one per block
  std::vector<Position*> position_of_block;          // nullptr where it has none, or none that can act there
  std::optional<Norm> embedding_norm;
  std::optional<Latents> latents;
  std::optional<Neighbours> neighbours;
  Scratch scratch;
  std::vector<Block> blocks;
  std::optional<Readout> readout;

  bool savings = true;
  Index most_rows = 0;
  Taps* taps = nullptr;

  // The current batch.
  const Batch* batch = nullptr;
  Index first_sample = 0;
  Index sample_count = 0;
  Index length = 0;  // of its longest sample, with CLS
  Pass pass;
  bool distinct_in_use = false;
  std::vector<std::int32_t> ids;  // (rows of the batch part) what each row is
  Tensor values;                  // (rows of the chunk, features) real-valued inputs
  DistinctRows distinct;
  Tensor table;    // (rows of the table, width) the first block's input: distinct rows, or affine ones
  Tensor d_table;  // and gradients gathered over the chunks
  Tensor d_table_q;
  Tensor d_table_key_value;
  bool affine_in_use = false;
  AffineRows affine;                            // on tables of a row per position, and one for the weight of the value
  std::vector<std::int32_t> place_ids, places;  // of the rows per position
  Tensor zero_values;                           // and their inputs
  Chunk chunk;
  Stem stem;
  bool narrow_last = false;                           // the last block answers only for the rows that the readout reads
  Tensor gathered_q, gathered_keys, gathered_values;  // the first block's, picked from the table
  Tensor gathered_residual;                           // a block's input at its queries
  Tensor gathered_wanted;                             // the last output at the rows that the readout reads
  std::vector<std::int32_t> query_cells;              // distinct rows of the queries
  std::vector<Tensor> streams;                        // (rows, width): the input of each block, then the last output
  Tensor d_stream, d_next, dq, d_key_value;

  void make_positions(const PositionOptions& position, const Arrangement& arrangement);
  Position* position_at(Index block) const;
  bool adds_position(Index block) const;
  void disturb(Index block, View<real> x) const;
  bool drops(double rate) const { return rate > 0 && (pass.training || options.dropout_always); }
  Random random(Index block, Site site) const;
  bool can_use_distinct() const;
  Index count_wanted() const;
  bool planned(Index block) const;
  void prepare_blocks();
  void check_mixers() const;
  void check_position(const Position& position, const PositionOptions& options) const;
  bool mixes_at(Index block, const Position& position) const;
  View<const real> residual_of(Index block);
  void spread_residual(Index block);
  void forward_planned(Index block);
  void backward_planned(Index block);
  void forward_plain(Index block);
  void backward_plain(Index block);
  void add_input(Index block);
  void input_backward(Index block);
  void prepare_table();
  RowIndex cells() const;
  Attention::Mixture mixture_of(Index block);
  void fill_ids();
  void fill_chunk(Index first, Index count);
  void fill_values();
  void enter(std::span<const std::int32_t> row_ids, View<const real> row_values, RowPositions row_positions,
             View<real> x);
  void enter_backward(RowPositions row_positions, View<real> dx);
  void enter_chunk();
  const Chunk& stream_chunk() const { return latents ? latents->chunk() : chunk; }
  bool reads_latents(Index block) const { return latents && block == 0; }
  const QuerySet& queries_of(Index block) const;
  View<const real> pick_from_table(const QuerySet& queries);
  void forward_block(Index block);
  void backward_block(Index block);
  bool can_use_affine() const;
  void prepare_affine();
  void finish_affine();
  bool can_use_stem() const;
  void find_first_tokens();
  void prepare_stem();
  void fill_stem_chunk();
  void forward_stem();
  void backward_stem();
  void complete_key_value(Index block);
  View<const real> split_gradient(Index block, View<real> d);
  template <class Act>
  void with_setting(Index block, const Act& act);
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
