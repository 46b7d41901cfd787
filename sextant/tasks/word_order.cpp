// Two orders of the same tokens, two labels: a set of tokens ascending is class 0, the same with its first
// two exchanged is class 1. A permutation-invariant model gives both the same answer, so it is right for
// exactly half of the test split, which holds both orders of every set. Length 2 is "A B" against "B A". Samples may
// differ in length; then the test split takes the lengths in turn.
#include <map>

#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/lengths.h"
#include "sextant/tasks/task.h"
#include "sextant/tasks/token_sets.h"

namespace sextant::tasks {
namespace {

struct WordOrderOptions final : Options {
  Lengths lengths{{4, 4}, {}};
  Index vocabulary = 16;
  double train_fraction = 0.8;
  Index test_sets = 1000;

  void visit(OptionVisitor& option) override {
    lengths.visit(option, 2, "tokens per sample, all distinct; a range such as [4, 8]: drawn for each sample");
    option("vocabulary", vocabulary, between(3, 1e6), "vocabulary size");
    option("train_fraction", train_fraction, between(0.01, 0.99),
           "fraction of token sets used for training; the rest are for testing");
    option("test_sets", test_sets, between(1, 1e6),
           "maximum number of token sets in the test split, each in both orders");
  }
};

/// The token sets of every length that occurs.
std::map<Index, TokenSets> make_sets(const WordOrderOptions& own, std::uint64_t seed) {
  const Lengths& lengths = own.lengths;
  require(own.vocabulary > lengths.longest(), "task.vocabulary: expected {} (task.length + 1) to 1000000, not {}",
          lengths.longest() + 1, own.vocabulary);
  std::map<Index, TokenSets> sets;
  const auto add = [&](Index length) {
    sets.try_emplace(length, TokenSetsRequest{own.vocabulary, length, own.train_fraction, own.test_sets, seed});
  };
  for (Index length = lengths.training.low; length <= lengths.training.high; ++length) add(length);
  for (const Index length : lengths.tested) add(length);
  return sets;
}

class WordOrder final : public Task {
 public:
  using OwnOptions = WordOrderOptions;
  WordOrder(const WordOrderOptions& own, std::uint64_t seed) : own_(own), sets_(make_sets(own, seed)) {}

  TaskShape shape() const override {
    return {.length = own_.lengths.longest(),
            .input = InputKind::tokens,
            .features = own_.vocabulary,
            .readout = ReadoutPlace::pooled,
            .outputs = 2,
            .loss = LossKind::cross_entropy,
            .ragged = own_.lengths.ragged()};
  }

  std::vector<std::string> splits() const override {
    std::vector<std::string> names{"test"};
    for (auto& name : own_.lengths.splits()) names.push_back(std::move(name));
    return names;
  }

  Index size(const std::string& split) const override {
    if (split == "train") return 0;
    if (const auto length = own_.lengths.of_split(split)) return 2 * sets_.at(*length).test_count();
    require_test(split);
    const IndexRange& range = own_.lengths.training;
    Index fewest = sets_.at(range.low).test_count();
    for (Index length = range.low; length <= range.high; ++length)
      fewest = std::min(fewest, sets_.at(length).test_count());
    return 2 * std::min(own_.test_sets, fewest * range.count());
  }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    shape(batch, samples);
    const Random orders(seed, Stream::data, step);
    for (Index i = 0; i < samples; ++i) {
      // Part 0 chooses the orders, then the lengths, part i + 1 the set of sample i.
      const Index length = own_.lengths.draw(orders, static_cast<std::uint64_t>(samples + i));
      sets_.at(length).draw_training(Random(seed, Stream::data, step, static_cast<std::uint32_t>(i + 1)),
                                     tokens_of(batch, i, length));
      set_order(batch, i, orders.below(static_cast<std::uint64_t>(i), 2) == 1);
    }
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const auto fixed = own_.lengths.of_split(split);
    if (!fixed) require_test(split);
    require_rows("word_order", split, first, count, size(split));
    shape(batch, count);
    const IndexRange& range = own_.lengths.training;
    for (Index i = 0; i < count; ++i) {
      const Index number = (first + i) / 2;
      const Index length = fixed ? *fixed : range.low + number % range.count();
      const auto set = sets_.at(length).test_set(fixed ? number : number / range.count());
      std::copy(set.begin(), set.end(), tokens_of(batch, i, length).begin());
      set_order(batch, i, (first + i) % 2 == 1);
    }
  }

  Arrangement true_positions() const override { return Arrangement::index(own_.lengths.longest()); }

 private:
  void shape(Batch& batch, Index samples) const {
    shape_label_batch(batch, samples, own_.lengths.longest());
    shape_lengths(batch, own_.lengths);
    if (!batch.lengths.empty()) std::ranges::fill(batch.tokens, Batch::blank);
  }

  /// The first `length` tokens of a sample, which is then that long.
  std::span<std::int32_t> tokens_of(Batch& batch, Index i, Index length) const {
    set_length(batch, i, length);
    return sample_tokens(batch, i, own_.lengths.longest()).first(static_cast<std::size_t>(length));
  }

  void set_order(Batch& batch, Index i, bool exchanged) const {
    const auto tokens = sample_tokens(batch, i, own_.lengths.longest());
    if (exchanged) std::swap(tokens[0], tokens[1]);
    batch.labels[static_cast<std::size_t>(i)] = exchanged ? 1 : 0;
  }

  void require_test(const std::string& split) const {
    require(split == "test",
            "word_order: no split '{}' to read sequentially; the training set is an infinite "
            "stream and the held-out splits are {}",
            split, fmt::join(splits(), ", "));
  }

  WordOrderOptions own_;
  std::map<Index, TokenSets> sets_;  // by length
};

}  // namespace

SEXTANT_DEFINE_TASK(word_order, WordOrder)

}  // namespace sextant::tasks
