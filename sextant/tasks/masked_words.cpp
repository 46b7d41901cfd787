// Masked language modelling (Devlin et al. 2019): some words of a row are hidden and told from the others. Test rows
// have the same hidden words in every run. Padding is read as a word of its own and never hidden.
#include <algorithm>

#include "sextant/core/random.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"
#include "sextant/tasks/text_options.h"

namespace sextant::tasks {
namespace {

struct MaskedWordsOptions final : TextOptions {
  double masked = 0.15;
  std::string rule = "all";

  void visit(OptionVisitor& option) override {
    TextOptions::visit(option);
    option("masked", masked, {.low = 0, .high = 1, .with_low = false},
           "fraction of tokens to predict (MLM probability), at least one per sample");
    option.choice("rule", rule, {"all", "bert"},
                  "all: mask every selected token; bert: 80 % masked, 10 % replaced by a random token, 10 % unchanged");
  }
};

class MaskedWords final : public Task {
 public:
  using OwnOptions = MaskedWordsOptions;
  MaskedWords(const MaskedWordsOptions& own, std::uint64_t)
      : own_(own),
        collection_(word_collection(make_word_request(own, ""))),
        places_(places_of(own, collection_->train)),
        order_(collection_->train.count()) {}

  TaskShape shape() const override {
    return {.length = collection_->train.length,
            .input = InputKind::tokens,
            .features = collection_->words,
            .readout = own_.rule == "all" ? ReadoutPlace::masked : ReadoutPlace::every,
            .outputs = collection_->words,
            .loss = LossKind::cross_entropy};
  }

  Index size(const std::string& split) const override { return rows_of(*collection_, "masked_words", split).count(); }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto rows = order_.rows_of(samples, seed, step);
    shape_batch(batch, static_cast<Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      write(batch, static_cast<Index>(i), collection_->train.row(rows[i]),
            Random(seed, Stream::masking, step + 1, static_cast<std::uint32_t>(i)));
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const WordRows& rows = rows_of(*collection_, "masked_words", split);
    require_rows("masked_words", split, first, count, rows.count());
    shape_batch(batch, count);
    for (Index i = 0; i < count; ++i)
      write(batch, i, rows.row(first + i),
            Random(static_cast<std::uint64_t>(own_.data_seed), Stream::evaluation, split == "train" ? 1 : 2,
                   static_cast<std::uint32_t>(first + i)));
  }

  Arrangement true_positions() const override { return places_; }

 private:
  void shape_batch(Batch& batch, Index samples) const {
    const auto tokens = static_cast<std::size_t>(samples * collection_->train.length);
    batch.samples = samples;
    batch.tokens.resize(tokens);
    batch.masked.assign(tokens, 0);
    batch.labels.assign(tokens, Batch::unscored);
    batch.values.clear();
    batch.targets.clear();
  }

  void write(Batch& batch, Index sample, std::span<const std::int32_t> row, const Random& random) const {
    const auto length = static_cast<Index>(row.size());
    std::ranges::copy(row, batch.tokens.begin() + sample * length);
    const auto words = static_cast<std::uint64_t>(std::ranges::find(row, padding_word) - row.begin());
    bool any = false;
    for (std::uint64_t t = 0; t < words; ++t)
      if (random.uniform(3 * t) < own_.masked) {
        hide(batch, sample * length + static_cast<Index>(t), random, t);
        any = true;
      }
    if (any) return;
    const std::uint64_t t = random.below(3 * words, words);
    hide(batch, sample * length + static_cast<Index>(t), random, t);
  }

  void hide(Batch& batch, Index token, const Random& random, std::uint64_t t) const {
    const auto at = static_cast<std::size_t>(token);
    batch.labels[at] = batch.tokens[at];
    const double chosen = own_.rule == "all" ? 0 : random.uniform(3 * t + 1);
    if (chosen < 0.8)
      batch.masked[at] = 1;
    else if (chosen < 0.9)
      batch.tokens[at] = first_word + static_cast<std::int32_t>(random.below(
                                          3 * t + 2, static_cast<std::uint64_t>(collection_->words - first_word)));
  }

  MaskedWordsOptions own_;
  std::shared_ptr<const WordCollection> collection_;
  Arrangement places_;
  EpochOrder order_;
};

}  // namespace

SEXTANT_DEFINE_TASK(masked_words, MaskedWords)

}  // namespace sextant::tasks
