// Anchor functions (Zhang et al., arXiv 2405.05409, section 3): a key among noise, followed by two anchors that each
// add their number to it; the answer is read at the last token. One ordered pair is never trained, and the splits
// `inferential` and `symmetric` score the same rows of it against either way to answer it.
#include "sextant/tasks/anchor_task.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct AnchorPairsOptions final : Options {
  Index length = 9;
  Index first_key = 20;
  Index last_key = 99;
  Index vocabulary = 201;
  std::vector<Index> anchors = {5, 1, -2, -8};
  std::vector<Index> odd_pair = {3, 4};
  Index odd_offset = -6;
  std::vector<Index> held_out = {4, 3};
  Index modulus = 9;
  Index rows = 900'000;
  Index test_rows = 100;
  Index held_out_rows = 1000;

  void visit(OptionVisitor& option) override {
    option("length", length, between(3, 1e6), "tokens per sample: key, two anchors, and distractors around them");
    option("first_key", first_key, between(0, 1e6), "smallest key or distractor token");
    option("last_key", last_key, between(0, 1e6), "largest key or distractor token");
    option("vocabulary", vocabulary, between(1, 1e7), "vocabulary size: number of tokens and answers");
    option("anchors", anchors, between(-1e6, 1e6), "offsets that anchors 1, 2, ... add to the key");
    option("odd_pair", odd_pair, "the pair whose answer violates composition; empty: none");
    option("odd_offset", odd_offset, between(-1e6, 1e6), "offset that odd_pair adds");
    option("held_out", held_out, "pairs held out of training, two numbers per pair");
    option("modulus", modulus, at_least(2),
           "samples with key mod this = position of the key are test samples (paper's code: 9, paper's text: 7)");
    option("rows", rows, at_least(0),
           "samples over all pairs, one in ten for testing; held-out pairs are never trained on");
    option("test_rows", test_rows, at_least(0), "maximum number of samples per pair in the test split; 0: all");
    option("held_out_rows", held_out_rows, at_least(0), "maximum number of samples per held-out pair; 0: all");
  }
};

AnchorRule make_rule(const AnchorPairsOptions& own) {
  AnchorRule rule{own.anchors, {0, 0}, own.odd_offset, {}};
  require(rule.anchors() >= 2, "task.anchors: pairs need at least 2 anchors, not {}", rule.anchors());
  rule.held_out = read_pairs("task.held_out", own.held_out, rule.anchors());
  require(!rule.held_out.empty(), "task.held_out: expected at least one pair, such as [4, 3]");
  const auto odd = read_pairs("task.odd_pair", own.odd_pair, rule.anchors());
  require(odd.size() <= 1, "task.odd_pair: expected at most one pair, not {}", odd.size());
  if (!odd.empty()) rule.odd = odd.front();
  require(!rule.seen().empty(), "task.held_out: every pair is held out, nothing is left to train on");
  return rule;
}

void check(const AnchorPairsOptions& own, const AnchorRule& rule) {
  for (Index first = 1; first <= rule.anchors(); ++first)
    for (Index second = 1; second <= rule.anchors(); ++second)
      for (const Index offset : {rule.composed({first, second}), rule.taught({first, second})})
        require(own.first_key + offset >= 0 && own.last_key + offset < own.vocabulary,
                "task.vocabulary: answers of pair {} range from {} to {}, outside 0 to {}", name_of({first, second}),
                own.first_key + offset, own.last_key + offset, own.vocabulary - 1);
  require(own.last_key < own.vocabulary, "task.vocabulary: key {} exceeds {}", own.last_key, own.vocabulary);
  require(own.rows >= 10 * rule.anchors() * rule.anchors() && own.rows <= 1'000'000'000,
          "task.rows: expected {} (ten per pair) to 1000000000, not {}", 10 * rule.anchors() * rule.anchors(),
          own.rows);
}

Index at_most(Index rows, Index limit) { return limit == 0 ? rows : std::min(rows, limit); }

class AnchorPairs final : public AnchorTask {
 public:
  using OwnOptions = AnchorPairsOptions;
  AnchorPairs(const AnchorPairsOptions& own, std::uint64_t seed)
      : AnchorTask("anchor_pairs",
                   {own.length, own.first_key, own.last_key, own.modulus, static_cast<Index>(own.anchors.size())},
                   own.vocabulary, seed),
        rule_(make_rule(own)) {
    check(own, rule_);
    using enum AnchorSequences::Side;
    const Index pairs = rule_.anchors() * rule_.anchors();
    const Index of_testing = at_most(own.rows / 10 / pairs, own.test_rows);
    const Index of_training = own.rows * 9 / 10 / pairs;
    const auto seen = rule_.seen();
    const auto count = static_cast<Index>(seen.size());
    const Index unseen = static_cast<Index>(rule_.held_out.size()) * at_most(of_training, own.held_out_rows);
    set_splits({{"train", seen, count * of_training, 0, training},
                {"test", seen, count * of_testing, 1, testing},
                {"inferential", rule_.held_out, unseen, 2, training},
                {"symmetric", rule_.held_out, unseen, 2, training}});
  }

  std::vector<std::string> groups(const std::string& name) const override {
    const Split& split = find(name);
    std::vector<std::string> names;
    for (Index row = 0; row < split.rows; ++row) names.push_back(name_of(split.pair(row)));
    return names;
  }

 private:
  /// Rows of split symmetric are those of inferential, scored by the answer of the exchanged pair.
  Index answer(const Split& split, AnchorPair pair, Index key) const override {
    if (split.name == "symmetric") return key + rule_.symmetric(pair);
    return key + (rule_.is_held_out(pair) ? rule_.composed(pair) : rule_.taught(pair));
  }

  AnchorRule rule_;
};

}  // namespace

SEXTANT_DEFINE_TASK(anchor_pairs, AnchorPairs)

}  // namespace sextant::tasks
