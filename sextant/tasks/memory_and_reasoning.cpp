// Memory against reasoning anchors (Yao et al., arXiv 2502.04375): sequences as in anchor_pairs, half of them with two
// memory anchors, whose answer is a random label of (key, anchors), half with two reasoning anchors, which add their
// own numbers to the key. Some ordered pairs of reasoning anchors are never trained. How fast the losses of the splits
// memory, reasoning and held_out fall tells what an initialisation prefers to learn.
#include "sextant/tasks/anchor_sequences.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/variant.h"

namespace sextant::inline SEXTANT_PRECISION {
namespace {

struct MemoryAndReasoningOptions final : Options {
  Index length = 9;
  Index first_key = 21;
  Index last_key = 120;
  Index vocabulary = 201;
  Index memory_anchors = 10;
  Index reasoning_anchors = 10;
  std::vector<Index> held_out = {11, 13, 13, 11};
  Index modulus = 9;
  Index rows = 200'000;
  Index test_rows = 1000;

  void visit(OptionVisitor& option) override {
    option("length", length, "tokens in a sample: key, two anchors, and noise around them");
    option("first_key", first_key, "the smallest number that is a key or noise");
    option("last_key", last_key, "the largest");
    option("vocabulary", vocabulary, "tokens and answers there may be");
    option("memory_anchors", memory_anchors, "anchors 1 to this: the answer is a random one of (key, both anchors)");
    option("reasoning_anchors", reasoning_anchors, "the anchors behind them, each adds its own number to the key");
    option("held_out", held_out, "pairs of reasoning anchors that are never trained, two numbers each");
    option("modulus", modulus, "rows with key mod this = position of the key are for testing");
    option("rows", rows, "training rows, half of them memory");
    option("test_rows", test_rows, "rows of each split that is not trained");
  }
};

class MemoryAndReasoning final : public Task {
 public:
  using OwnOptions = MemoryAndReasoningOptions;
  MemoryAndReasoning(const MemoryAndReasoningOptions& own, std::uint64_t seed)
      : own_(own),
        sequences_({own.length, own.first_key, own.last_key, own.modulus, own.memory_anchors + own.reasoning_anchors}),
        seed_(seed),
        order_(own.rows, LastBatch::dropped) {
    check();
    const auto held_out = read_pairs("task.held_out", own.held_out, last_anchor());
    for (const auto& [first, second] : held_out)
      require(first > own.memory_anchors && second > own.memory_anchors,
              "task.held_out: {} is not a pair of reasoning anchors, {} to {}", name_of(AnchorPair(first, second)),
              own.memory_anchors + 1, last_anchor());
    std::vector<AnchorPair> memory = pairs_of(1, own.memory_anchors);
    std::vector<AnchorPair> reasoning = pairs_of(own.memory_anchors + 1, last_anchor());
    std::erase_if(reasoning, [&](AnchorPair pair) { return std::ranges::find(held_out, pair) != held_out.end(); });
    require(!reasoning.empty() && !held_out.empty(), "task.held_out: some pairs must be held out, and not all");
    using enum AnchorSequences::Side;
    splits_ = {{"train", {}, 0, training, own.rows},
               {"memory", std::move(memory), 0, training, own.test_rows},
               {"reasoning", std::move(reasoning), 1, testing, own.test_rows},
               {"held_out", held_out, 2, training, own.test_rows}};
  }

  TaskShape shape() const override {
    return {.length = own_.length,
            .input = InputKind::tokens,
            .features = own_.vocabulary,
            .readout = ReadoutPlace::last,
            .outputs = own_.vocabulary,
            .loss = LossKind::cross_entropy};
  }

  std::vector<std::string> splits() const override { return {"memory", "reasoning", "held_out"}; }
  Index size(const std::string& name) const override { return find(name).rows; }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto rows = order_.rows_of(samples, seed, step);
    shape_label_batch(batch, static_cast<Index>(rows.size()), own_.length);
    for (std::size_t i = 0; i < rows.size(); ++i) write(batch, static_cast<Index>(i), splits_.front(), rows[i]);
  }

  void fill(Batch& batch, const std::string& name, Index first, Index count) override {
    const Split& split = find(name);
    require_rows("memory_and_reasoning", name, first, count, split.rows);
    shape_label_batch(batch, count, own_.length);
    for (Index i = 0; i < count; ++i) write(batch, i, split, first + i);
  }

  Arrangement true_positions() const override { return Arrangement::index(own_.length); }

 private:
  struct Split {
    std::string name;
    std::vector<AnchorPair> pairs;  // of "train": none, its rows are memory and reasoning in turn
    std::uint32_t part;             // of the random stream
    AnchorSequences::Side side;
    Index rows;
  };

  Index last_anchor() const { return own_.memory_anchors + own_.reasoning_anchors; }

  void check() const {
    require(own_.memory_anchors >= 1 && own_.reasoning_anchors >= 2,
            "task.memory_anchors, task.reasoning_anchors: at least 1 and 2 are needed, not {} and {}",
            own_.memory_anchors, own_.reasoning_anchors);
    require(own_.last_key + 2 * last_anchor() < own_.vocabulary,
            "task.vocabulary: answers reach {}, {} tokens are needed", own_.last_key + 2 * last_anchor(),
            own_.last_key + 2 * last_anchor() + 1);
    require(own_.rows >= 2 && own_.rows <= 1'000'000'000, "task.rows: expected 2 to 1000000000, not {}", own_.rows);
    require(own_.test_rows >= 3 && 2 * own_.test_rows <= own_.rows,
            "task.test_rows: expected 3 to half of task.rows, not {}", own_.test_rows);
  }

  static std::vector<AnchorPair> pairs_of(Index first, Index last) {
    std::vector<AnchorPair> pairs;
    for (Index a = first; a <= last; ++a)
      for (Index b = first; b <= last; ++b) pairs.emplace_back(a, b);
    return pairs;
  }

  const Split& find(const std::string& name) const { return find_split("memory_and_reasoning", splits_, name); }

  bool is_memory(AnchorPair pair) const { return pair.first <= own_.memory_anchors; }

  /// Row 2 k of training is row k of split memory, row 2 k + 1 is a reasoning row of its own.
  void write(Batch& batch, Index sample, const Split& split, Index row) const {
    if (&split == &splits_.front()) {
      const Split& half = splits_[row % 2 == 0 ? 1 : 2];
      return write_row(batch, sample, half, row / 2, AnchorSequences::Side::training, row % 2 == 0 ? 0 : 3);
    }
    write_row(batch, sample, split, row, split.side, split.part);
  }

  void write_row(Batch& batch, Index sample, const Split& split, Index row, AnchorSequences::Side side,
                 std::uint32_t part) const {
    const AnchorPair pair = split.pairs[static_cast<std::size_t>(row) % split.pairs.size()];
    const Random random(seed_, Stream::data, static_cast<std::uint64_t>(row), part);
    const Index key = sequences_.write(random, side, pair, sample_tokens(batch, sample, own_.length));
    batch.labels[static_cast<std::size_t>(sample)] = static_cast<std::int32_t>(answer(key, pair));
  }

  Index answer(Index key, AnchorPair pair) const {
    if (!is_memory(pair)) return key + pair.first + pair.second;
    // one random key for each (key, first, second), a function of the seed alone
    const auto number = static_cast<std::uint64_t>((key * last_anchor() + pair.first) * last_anchor() + pair.second);
    const auto keys = static_cast<std::uint64_t>(own_.last_key - own_.first_key + 1);
    return own_.first_key + static_cast<Index>(Random(seed_, Stream::data, 0, 4).below(number, keys));
  }

  MemoryAndReasoningOptions own_;
  AnchorSequences sequences_;
  std::uint64_t seed_;
  EpochOrder order_;
  std::vector<Split> splits_;  // train first
};

}  // namespace

SEXTANT_DEFINE_TASK(memory_and_reasoning, MemoryAndReasoning)

}  // namespace sextant::inline SEXTANT_PRECISION
