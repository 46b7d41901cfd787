// Sequence to sequence as causal language modelling: a sample is its input words, a separator and its output words,
// blank behind them. Each token from the separator on is asked for the next word, the last one for the end, and only
// these are scored. Whoever names the next word rightly at all of them, fed with the right words so far, would have
// written the same output alone, word by word (greedy decoding), and who fails at one would not have: so a sample with
// every scored token right is an exact match (analysis exact_match), and nothing needs to be decoded.
#pragma once

#include <map>

#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {

struct SentencePair {
  std::vector<std::string> input, output;
  std::string kind;
};

struct SentenceSplit {
  std::string name;
  std::vector<SentencePair> pairs;
};

/// The words of a text, which spaces part.
std::vector<std::string> split_words(std::string_view text);

/// A file of pairs, one in each line that is not empty; `read` makes it from the line and "FILE:NUMBER", its place.
std::vector<SentencePair> read_pair_file(const std::string& path,
                                         SentencePair (*read)(std::string_view line, const std::string& place));

/// At most `rows` pairs of each kind, the first ones; 0: all.
void keep_few(std::vector<SentencePair>& pairs, Index rows);

class SentenceTask : public Task {
 public:
  /// `splits`: train first; words get their numbers in the order in which they come. `longest`: pairs with more tokens
  /// are left out; 0: none are.
  SentenceTask(const char* name, const std::vector<SentenceSplit>& splits, Index longest);

  TaskShape shape() const override;
  std::vector<std::string> splits() const override;
  Index size(const std::string& split) const override;
  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override;
  void fill(Batch& batch, const std::string& split, Index first, Index count) override;
  Arrangement true_positions() const override { return Arrangement::index(length_); }
  std::vector<std::string> groups(const std::string& split) const override;

 private:
  struct Row {
    std::vector<std::int32_t> tokens;  // input, separator, output
    Index separator;                   // its place
    std::string kind;
  };
  struct Split {
    std::string name;
    std::vector<Row> rows;
  };

  std::int32_t number_of(const std::string& word);
  const Split& find(const std::string& split) const;
  void write(Batch& batch, Index sample, const Row& row) const;

  const char* name_;
  std::map<std::string, std::int32_t> words_;
  std::vector<Split> splits_;  // train first
  Index length_ = 0;
  EpochOrder order_;
};

}  // namespace sextant::tasks
