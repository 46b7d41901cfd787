// What tasks of anchor functions have in common: sequences with one answer, read at the last token, in splits whose
// rows are functions of (seed, row). Nothing is stored, however many rows there are.
#pragma once

#include "sextant/tasks/anchor_sequences.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {

class AnchorTask : public Task {
 public:
  TaskShape shape() const override;
  /// All but the first, which is trained.
  std::vector<std::string> splits() const override;
  Index size(const std::string& split) const override { return find(split).rows; }
  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override;
  void fill(Batch& batch, const std::string& split, Index first, Index count) override;
  Arrangement true_positions() const override { return Arrangement::index(request_.length); }

 protected:
  /// Rows of some pairs in turn.
  struct Split {
    std::string name;
    std::vector<AnchorPair> pairs;
    Index rows;
    std::uint32_t part;  // of the random stream
    AnchorSequences::Side side;
    AnchorPair pair(Index row) const { return pairs[static_cast<std::size_t>(row) % pairs.size()]; }
  };

  AnchorTask(const char* name, const AnchorSequencesRequest& request, Index vocabulary, std::uint64_t seed);
  void set_splits(std::vector<Split> splits);  // train first
  const std::vector<Split>& all_splits() const { return splits_; }
  const Split& find(const std::string& split) const;

  virtual void write(Batch& batch, Index sample, const Split& split, Index row) const;
  virtual Index answer(const Split& split, AnchorPair pair, Index key) const = 0;
  std::uint64_t seed() const { return seed_; }

 private:
  const char* name_;
  AnchorSequencesRequest request_;
  AnchorSequences sequences_;
  Index vocabulary_;
  std::uint64_t seed_;
  std::vector<Split> splits_;
  EpochOrder order_;
};

}  // namespace sextant::tasks
