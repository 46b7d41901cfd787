// Causal language modelling: every word of a row is told from the words before it. Rows are as long as their words;
// exp of the loss is the perplexity per token. Only a causal model may learn it.
#include <algorithm>

#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"
#include "sextant/tasks/text_options.h"

namespace sextant::tasks {
namespace {

std::shared_ptr<const WordCollection> read_words(const TextOptions& own) {
  require(own.length >= 2, "task.length: expected 2 words or more, not {}: the last one is only told", own.length);
  require(own.arrangement == "index",
          "task.arrangement: next_word numbers its words in order; set task.arrangement = \"index\"");
  return word_collection(make_word_request(own, ""));
}

class NextWord final : public Task {
 public:
  using OwnOptions = TextOptions;
  NextWord(const TextOptions& own, std::uint64_t)
      : collection_(read_words(own)), order_(collection_->train.count()), length_(collection_->train.length - 1) {}

  TaskShape shape() const override {
    return {.length = length_,
            .input = InputKind::tokens,
            .features = collection_->words,
            .readout = ReadoutPlace::every,
            .outputs = collection_->words,
            .loss = LossKind::cross_entropy,
            .ragged = true,
            .told_by_later = true};
  }

  Index size(const std::string& split) const override { return rows_of(*collection_, "next_word", split).count(); }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto rows = order_.rows_of(samples, seed, step);
    shape_batch(batch, static_cast<Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) write(batch, static_cast<Index>(i), collection_->train.row(rows[i]));
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const WordRows& rows = rows_of(*collection_, "next_word", split);
    require_rows("next_word", split, first, count, rows.count());
    shape_batch(batch, count);
    for (Index i = 0; i < count; ++i) write(batch, i, rows.row(first + i));
  }

  Arrangement true_positions() const override { return Arrangement::index(length_); }

 private:
  void shape_batch(Batch& batch, Index samples) const {
    const auto tokens = static_cast<std::size_t>(samples * length_);
    batch.samples = samples;
    batch.lengths.assign(static_cast<std::size_t>(samples), 1);
    batch.tokens.assign(tokens, Batch::blank);
    batch.labels.assign(tokens, Batch::unscored);
    batch.values.clear();
    batch.masked.clear();
    batch.targets.clear();
  }

  /// A row of one word is told nothing and scores nothing.
  void write(Batch& batch, Index sample, std::span<const std::int32_t> row) const {
    const Index words = std::ranges::find(row, padding_word) - row.begin();
    batch.lengths[static_cast<std::size_t>(sample)] = static_cast<std::int32_t>(std::max<Index>(1, words - 1));
    for (Index t = 0; t + 1 < words; ++t) {
      const auto at = static_cast<std::size_t>(sample * length_ + t);
      batch.tokens[at] = row[static_cast<std::size_t>(t)];
      batch.labels[at] = row[static_cast<std::size_t>(t) + 1];
    }
  }

  std::shared_ptr<const WordCollection> collection_;
  EpochOrder order_;
  Index length_;
};

}  // namespace

SEXTANT_DEFINE_TASK(next_word, NextWord)

}  // namespace sextant::tasks
