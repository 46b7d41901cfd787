// The contract of a task: what is learned. It does not know which model will learn it. A batch is a
// function of (seed, step), so a run can resume anywhere.
#pragma once

#include <memory>

#include "sextant/core/family.h"
#include "sextant/data/arrangement.h"
#include "sextant/data/batch.h"
#include "sextant/data/token_facts.h"

namespace sextant::tasks {

class Task {
 public:
  virtual ~Task() = default;
  virtual TaskShape shape() const = 0;
  /// Names of the splits besides "train": "test", ...
  virtual std::vector<std::string> splits() const { return {"test"}; }
  /// Rows of a split; for "train" 0 = an endless stream (then epochs have no meaning).
  virtual Index size(const std::string& split) const = 0;
  /// Training samples of one step, drawn or ordered from the seed: `samples` samples into `batch`. Rows of a
  /// finite set come in a new order each epoch; an epoch's last batch may be smaller.
  virtual void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) = 0;
  /// Rows [first, first+count) of a held-out split ("train" too, in the order of the set).
  virtual void fill(Batch& batch, const std::string& split, Index first, Index count) = 0;
  /// Where the tokens really stand.
  virtual Arrangement true_positions() const = 0;
  /// What is known of the tokens besides: names, modules, coordinates, how their values vary together.
  virtual TokenFacts token_facts() const;
  /// How files were read, a sentence each: what the user should see once.
  virtual std::vector<std::string> notes() const { return {}; }
  /// What kind each row of a split is ("binary", ...), for accuracies by kind; empty where rows have no kinds.
  virtual std::vector<std::string> groups(const std::string& split) const;
};

struct TaskOptions final : Options {
  std::string kind = "word_order";
  std::shared_ptr<Options> own;
  void visit(OptionVisitor& option) override;
};

using MakeTask = std::unique_ptr<Task>(const Options& own, std::uint64_t seed);
const Family<MakeTask>& task_family();

}  // namespace sextant::tasks

/// In the .cpp of a task: Class has a type OwnOptions and a constructor (const OwnOptions&, std::uint64_t seed).
#define SEXTANT_DEFINE_TASK(name, Class) SEXTANT_DEFINE_VARIANT(MakeTask, name, Class)
