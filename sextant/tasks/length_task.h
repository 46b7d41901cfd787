// Tasks made of a rule over sequences of any length, in the form of a decoder: a prompt, then its answer, each answer
// token predicted from everything before it. A variant says how long a sample of size n is and writes one; drawing,
// splits and the range of lengths are the same for all. Accuracy counts answer tokens; `analyse exact_match` whole
// answers.
#pragma once

#include <span>

#include "sextant/core/random.h"
#include "sextant/tasks/lengths.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {

/// The options that all of them have; a variant's own follow.
struct LengthTaskOptions : Options {
  Lengths lengths{{1, 20}, {}};
  Index test_rows = 500;

  void visit(OptionVisitor& option) override;
};

class LengthTask : public Task {
 public:
  TaskShape shape() const override;
  std::vector<std::string> splits() const override;
  Index size(const std::string& split) const override;
  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override;
  void fill(Batch& batch, const std::string& split, Index first, Index count) override;
  Arrangement true_positions() const override;

 protected:
  LengthTask(const char* name, const LengthTaskOptions& own, std::uint64_t seed)
      : name_(name), lengths_(own.lengths), test_rows_(own.test_rows), seed_(seed) {}

  /// Tokens of a sample of size n.
  virtual Index tokens_of(Index n) const = 0;
  virtual Index vocabulary() const = 0;
  /// Writes a sample of size n: its tokens, and labels where something is to be predicted (the rest is unscored).
  virtual void write(const Random& random, Index n, std::span<std::int32_t> tokens,
                     std::span<std::int32_t> labels) const = 0;

  /// Number `index` of the source, below `end`, as a token.
  static std::int32_t draw(const Random& random, Index index, Index end) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(index), static_cast<std::uint64_t>(end)));
  }
  /// prompt, separator, answer: `tokens` holds all but the last answer token, each answer token is the label before it.
  static void write_answer(std::span<const std::int32_t> prompt, std::int32_t separator,
                           std::span<const std::int32_t> answer, std::span<std::int32_t> tokens,
                           std::span<std::int32_t> labels);

 private:
  void shape_batch(Batch& batch, Index samples) const;
  void write_sample(Batch& batch, Index sample, const Random& random, Index n) const;
  void require_split(const std::string& split) const;

  const char* name_;
  Lengths lengths_;
  Index test_rows_;
  std::uint64_t seed_;
};

}  // namespace sextant::tasks
