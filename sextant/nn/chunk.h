// Some samples that go through the model together, and which of their rows a block must answer for.
// Activations are (samples*length, width); a row's position is its place in its sample.
#pragma once

#include <vector>

#include "sextant/math/rows.h"
#include "sextant/positions/position.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

/// The rows that ask (queries). All that the stream carries, or in the last block only those that the readout reads.
struct QuerySet {
  bool all = true;
  std::vector<std::int32_t> rows;       // numbers of rows of the chunk, sample by sample
  std::vector<std::int32_t> places;     // of each, among the rows that the stream carries
  std::vector<std::int32_t> positions;  // of each
  std::vector<std::int32_t> starts;     // (samples + 1) first query of each sample

  Index count() const { return static_cast<Index>(rows.size()); }
  Index first(Index sample) const { return starts[static_cast<std::size_t>(sample)]; }
  Index count(Index sample) const { return starts[static_cast<std::size_t>(sample) + 1] - first(sample); }
  RowPositions positions_of(Index sample) const {
    return RowPositions(positions).subspan(static_cast<std::size_t>(first(sample)),
                                           static_cast<std::size_t>(count(sample)));
  }
  void clear() {
    rows.clear();
    places.clear();
    positions.clear();
    starts.assign(1, 0);
  }
  /// Takes memory for the largest set to come.
  void reserve(Index row_count, Index samples) {
    rows.reserve(static_cast<std::size_t>(row_count));
    places.reserve(static_cast<std::size_t>(row_count));
    positions.reserve(static_cast<std::size_t>(row_count));
    starts.reserve(static_cast<std::size_t>(samples) + 1);
  }
  void add(Index row, Index place, Index position) {
    rows.push_back(static_cast<std::int32_t>(row));
    places.push_back(static_cast<std::int32_t>(place));
    positions.push_back(static_cast<std::int32_t>(position));
  }
  void end_sample() { starts.push_back(static_cast<std::int32_t>(rows.size())); }
};

struct Chunk {
  Index samples = 0;
  Index length = 0;                     // with CLS, of the longest sample of the batch
  Index first_sample = 0;               // in the batch: dropout numbers its elements by it
  Index room = 0;                       // rows of the largest chunk of its kind: memory is taken for them
  Index batch_samples = 0;              // of the whole batch
  std::vector<std::int32_t> lengths;    // (samples) of each with CLS; empty: all have `length`
  std::vector<std::int32_t> positions;  // (samples*length)
  QuerySet carried;                     // the rows of the stream: all, or all but those that the stem computes
  QuerySet wanted;                      // what the readout reads

  Index rows() const { return samples * length; }
  Index first_row() const { return first_sample * length; }
  bool ragged() const { return !lengths.empty(); }
  /// The rows of a sample behind these are padding.
  Index length_of(Index sample) const { return ragged() ? lengths[static_cast<std::size_t>(sample)] : length; }
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
