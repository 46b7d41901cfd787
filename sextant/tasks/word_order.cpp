// Two orders of the same tokens, two labels: a set of tokens ascending is class 0, the same with its first
// two exchanged is class 1. A permutation-invariant model gives both the same answer, so it is right for
// exactly half of the test split, which holds both orders of every set. Length 2 is "A B" against "B A".
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"
#include "sextant/tasks/token_sets.h"

namespace sextant::tasks {
namespace {

struct WordOrderOptions final : Options {
  Index length = 4;
  Index vocabulary = 16;
  double train_fraction = 0.8;
  Index test_sets = 1000;

  void visit(OptionVisitor& option) override {
    option("length", length, at_least(2), "tokens per sample, all distinct");
    option("vocabulary", vocabulary, between(3, 1e6), "vocabulary size");
    option("train_fraction", train_fraction, between(0.01, 0.99),
           "fraction of token sets used for training; the rest are for testing");
    option("test_sets", test_sets, between(1, 1e6),
           "maximum number of token sets in the test split, each in both orders");
  }
};

TokenSetsRequest make_request(const WordOrderOptions& own, std::uint64_t seed) {
  require(own.vocabulary > own.length, "task.vocabulary: expected {} (task.length + 1) to 1000000, not {}",
          own.length + 1, own.vocabulary);
  return {own.vocabulary, own.length, own.train_fraction, own.test_sets, seed};
}

class WordOrder final : public Task {
 public:
  using OwnOptions = WordOrderOptions;
  WordOrder(const WordOrderOptions& own, std::uint64_t seed) : own_(own), sets_(make_request(own, seed)) {}

  TaskShape shape() const override {
    return {.length = own_.length,
            .input = InputKind::tokens,
            .features = own_.vocabulary,
            .readout = ReadoutPlace::pooled,
            .outputs = 2,
            .loss = LossKind::cross_entropy};
  }

  Index size(const std::string& split) const override {
    if (split == "train") return 0;
    require_test(split);
    return 2 * sets_.test_count();
  }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    shape_label_batch(batch, samples, own_.length);
    const Random orders(seed, Stream::data, step);
    for (Index i = 0; i < samples; ++i) {
      // Part 0 chooses the orders, part i + 1 the set of sample i.
      sets_.draw_training(Random(seed, Stream::data, step, static_cast<std::uint32_t>(i + 1)), sample(batch, i));
      set_order(batch, i, orders.below(static_cast<std::uint64_t>(i), 2) == 1);
    }
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    require_test(split);
    require_rows("word_order", split, first, count, size(split));
    shape_label_batch(batch, count, own_.length);
    for (Index i = 0; i < count; ++i) {
      const auto set = sets_.test_set((first + i) / 2);
      std::copy(set.begin(), set.end(), sample(batch, i).begin());
      set_order(batch, i, (first + i) % 2 == 1);
    }
  }

  Arrangement true_positions() const override { return Arrangement::index(own_.length); }

 private:
  std::span<std::int32_t> sample(Batch& batch, Index i) const { return sample_tokens(batch, i, own_.length); }

  void set_order(Batch& batch, Index i, bool exchanged) const {
    const auto tokens = sample(batch, i);
    if (exchanged) std::swap(tokens[0], tokens[1]);
    batch.labels[static_cast<std::size_t>(i)] = exchanged ? 1 : 0;
  }

  void require_test(const std::string& split) const {
    require(split == "test",
            "word_order: no split '{}' to read sequentially; the training set is an infinite "
            "stream and the only held-out split is 'test'",
            split);
  }

  WordOrderOptions own_;
  TokenSets sets_;
};

}  // namespace

SEXTANT_DEFINE_TASK(word_order, WordOrder)

}  // namespace sextant::tasks
