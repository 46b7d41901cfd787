// Memory against reasoning anchors (Yao et al., arXiv 2502.04375): sequences as in anchor_pairs, half of them with two
// memory anchors, whose answer is a random label of (key, anchors), half with two reasoning anchors, which add their
// own numbers to the key. Some ordered pairs of reasoning anchors are never trained. How fast the losses of the splits
// memory, reasoning and held_out fall tells what an initialisation prefers to learn.
#include "sextant/tasks/anchor_task.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
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
    option("length", length, between(3, 1e6), "tokens per sample: key, two anchors, and distractors around them");
    option("first_key", first_key, between(0, 1e6), "smallest key or distractor token");
    option("last_key", last_key, between(0, 1e6), "largest key or distractor token");
    option("vocabulary", vocabulary, between(1, 1e7), "vocabulary size: number of tokens and answers");
    option("memory_anchors", memory_anchors, between(1, 1000),
           "number of memory anchors: the answer is random for each (key, anchor pair)");
    option("reasoning_anchors", reasoning_anchors, between(2, 1000),
           "number of reasoning anchors, each adding its own offset to the key");
    option("held_out", held_out, "pairs of reasoning anchors held out of training, two numbers per pair");
    option("modulus", modulus, at_least(2), "samples with key mod this = position of the key are test samples");
    option("rows", rows, between(2, 1e9), "number of training samples, half of them memory samples");
    option("test_rows", test_rows, at_least(3), "samples per held-out split");
  }
};

class MemoryAndReasoning final : public AnchorTask {
 public:
  using OwnOptions = MemoryAndReasoningOptions;
  MemoryAndReasoning(const MemoryAndReasoningOptions& own, std::uint64_t seed)
      : AnchorTask("memory_and_reasoning",
                   {own.length, own.first_key, own.last_key, own.modulus, own.memory_anchors + own.reasoning_anchors},
                   own.vocabulary, seed),
        own_(own) {
    check();
    const auto held_out = read_pairs("task.held_out", own.held_out, last_anchor());
    for (const auto& [first, second] : held_out)
      require(first > own.memory_anchors && second > own.memory_anchors,
              "task.held_out: {} is not a pair of reasoning anchors, {} to {}", name_of(AnchorPair(first, second)),
              own.memory_anchors + 1, last_anchor());
    std::vector<AnchorPair> memory = pairs_of(1, own.memory_anchors);
    std::vector<AnchorPair> reasoning = pairs_of(own.memory_anchors + 1, last_anchor());
    std::erase_if(reasoning, [&](AnchorPair pair) { return std::ranges::find(held_out, pair) != held_out.end(); });
    require(!reasoning.empty() && !held_out.empty(), "task.held_out: hold out some pairs, but not all");
    using enum AnchorSequences::Side;
    training_memory_ = {"train", memory, own.rows, 0, training};
    training_reasoning_ = {"train", reasoning, own.rows, 3, training};
    set_splits({{"train", {}, own.rows, 0, training},
                {"memory", std::move(memory), own.test_rows, 0, training},
                {"reasoning", std::move(reasoning), own.test_rows, 1, testing},
                {"held_out", held_out, own.test_rows, 2, training}});
  }

 private:
  Index last_anchor() const { return own_.memory_anchors + own_.reasoning_anchors; }

  void check() const {
    require(own_.last_key + 2 * last_anchor() < own_.vocabulary,
            "task.vocabulary: answers reach {}, so {} tokens are required", own_.last_key + 2 * last_anchor(),
            own_.last_key + 2 * last_anchor() + 1);
    require(2 * own_.test_rows <= own_.rows, "task.test_rows: expected 3 to half of task.rows, not {}", own_.test_rows);
  }

  static std::vector<AnchorPair> pairs_of(Index first, Index last) {
    std::vector<AnchorPair> pairs;
    for (Index a = first; a <= last; ++a)
      for (Index b = first; b <= last; ++b) pairs.emplace_back(a, b);
    return pairs;
  }

  bool is_memory(AnchorPair pair) const { return pair.first <= own_.memory_anchors; }

  /// Row 2 k of training is row k of split memory, row 2 k + 1 is a reasoning row of its own.
  void write(Batch& batch, Index sample, const Split& split, Index row) const override {
    if (&split != &all_splits().front()) return AnchorTask::write(batch, sample, split, row);
    AnchorTask::write(batch, sample, row % 2 == 0 ? training_memory_ : training_reasoning_, row / 2);
  }

  Index answer(const Split&, AnchorPair pair, Index key) const override {
    if (!is_memory(pair)) return key + pair.first + pair.second;
    // one random key for each (key, first, second), a function of the seed alone
    const auto number = static_cast<std::uint64_t>((key * last_anchor() + pair.first) * last_anchor() + pair.second);
    const auto keys = static_cast<std::uint64_t>(own_.last_key - own_.first_key + 1);
    return own_.first_key + static_cast<Index>(Random(seed(), Stream::data, 0, 4).below(number, keys));
  }

  MemoryAndReasoningOptions own_;
  Split training_memory_, training_reasoning_;  // the halves of split train
};

}  // namespace

SEXTANT_DEFINE_TASK(memory_and_reasoning, MemoryAndReasoning)

}  // namespace sextant::tasks
