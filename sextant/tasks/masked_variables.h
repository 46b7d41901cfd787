// Masked-variable prediction: a sample is one row of values, a token is a variable (or a patch of several numbers),
// some tokens are masked and their values are predicted from the others (squared error on masked tokens alone). What
// simulations, series and images have in common.
#pragma once

#include "sextant/data/series/prepared_rows.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {

struct MaskPlan {
  Index mask = 50;                    // percent, in training and in split test
  std::vector<Index> test_masks{90};  // percent: splits test_90, ...
  Index test_rows = 512;              // at most, in each split
  Index data_seed = 1;

  void visit(OptionVisitor& option);
  void check() const;
};

class MaskedVariables : public Task {
 public:
  TaskShape shape() const override;
  std::vector<std::string> splits() const override;
  Index size(const std::string& split) const override;
  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override;
  void fill(Batch& batch, const std::string& split, Index first, Index count) override;
  Arrangement true_positions() const override { return rows_->places; }
  TokenFacts token_facts() const override;
  std::vector<std::string> notes() const override { return rows_->notes; }
  std::vector<std::string> groups(const std::string& split) const override;

 protected:
  MaskedVariables(const char* name, const MaskPlan& plan, std::shared_ptr<const PreparedRows> rows);

 private:
  struct Split {
    std::string name;
    const Table* rows;
    const std::vector<std::string>* groups;
    Index count;
    Index mask;

    /// Row i of the split, spread evenly over all rows.
    Index row(Index i) const { return i * rows->rows / count; }
  };

  const Split& find(const std::string& name) const;
  void shape_batch(Batch& batch, Index samples) const;
  void write(Batch& batch, Index sample, const double* values, Index mask, const Random& random);

  const char* name_;
  MaskPlan plan_;
  std::shared_ptr<const PreparedRows> rows_;
  std::vector<Split> splits_;  // train first
  EpochOrder order_;
  std::vector<std::int32_t> variables_;  // scratch of a mask
};

}  // namespace sextant::tasks
