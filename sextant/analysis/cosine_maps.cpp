// Cosine maps (Zhang et al., arXiv 2405.05409): does a model that reasons compute with numbers? Two pairs of anchors,
// every key against every key, in the same surroundings: the cosine of the last token behind the second attention is
// near 1 where both have the same answer, and only there. The same of the values at the first anchor, where both have
// the same number after the first anchor.
#include <algorithm>
#include <cmath>

#include "sextant/analysis/activation_rows.h"
#include "sextant/analysis/analysis.h"
#include "sextant/analysis/anchor_rows.h"
#include "sextant/analysis/attention.h"
#include "sextant/core/random.h"

namespace sextant::analysis {
namespace {

struct CosineMapsOptions final : Options {
  std::vector<Index> pairs = {3, 3, 2, 2, 1, 2, 1, 3};
  Index first_key = 30;
  Index last_key = 40;
  Index block = 2;
  Index surroundings = 16;
  void visit(OptionVisitor& option) override {
    option("pairs", pairs, "anchor pairs to compare, four numbers per map");
    option("first_key", first_key, "smallest key");
    option("last_key", last_key, "largest key");
    option("block", block, at_least(1), "block whose attention output is compared, counted from 1");
    option("surroundings", surroundings, at_least(1),
           "number of contexts (key positions and distractors) to average over");
  }
};

struct Comparison {
  Index a1, a2, b1, b2;  // the pair (a1, a2) against the pair (b1, b2)
  std::string name() const { return fmt::format("{}{}/{}{}", a1, a2, b1, b2); }
};

/// Sequences of one pair: surroundings outside, keys inside.
struct Sequences {
  Batch batch;
  std::vector<Index> last, first_anchor;  // places of these tokens, by sample
};

double cosine(const Table& a, Index i, const Table& b, Index j) {
  double product = 0, left = 0, right = 0;
  for (Index k = 0; k < a.columns; ++k) {
    product += a(i, k) * b(j, k);
    left += a(i, k) * a(i, k);
    right += b(j, k) * b(j, k);
  }
  return product / std::sqrt(left * right);
}

class CosineMaps final : public Analysis {
 public:
  using OwnOptions = CosineMapsOptions;
  explicit CosineMaps(const CosineMapsOptions& own) : own_(own) {
    require(own.pairs.size() % 4 == 0 && !own.pairs.empty(), "cosine_maps.pairs: expected four numbers per map, not {}",
            own.pairs.size());
    require(own.first_key < own.last_key, "cosine_maps.first_key, last_key: {} to {} is not a range", own.first_key,
            own.last_key);
  }

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_anchors(subject); !reason.empty()) return {.left_out = std::move(reason)};
    if (auto reason = refuse_other_mixers(subject.model); !reason.empty()) return {.left_out = std::move(reason)};
    if (subject.model.options().depth < own_.block) return {.left_out = "the model has too few blocks"};
    if (own_.last_key >= subject.model.shape().features) return {.left_out = "these keys are not in the vocabulary"};
    Findings findings;
    Tree matrices = Tree::array();
    for (std::size_t i = 0; i < own_.pairs.size(); i += 4)
      compare({own_.pairs[i], own_.pairs[i + 1], own_.pairs[i + 2], own_.pairs[i + 3]}, subject, findings, matrices);
    if (findings.numbers.empty()) return {.left_out = "none of the pairs is in the training set"};
    findings.panels.push_back(draw(std::move(matrices)));
    return findings;
  }

 private:
  Index keys() const { return own_.last_key - own_.first_key + 1; }

  void compare(const Comparison& pairs, const Subject& subject, Findings& findings, Tree& matrices) const {
    const auto a = taught_offset(subject, pairs.a1, pairs.a2), b = taught_offset(subject, pairs.b1, pairs.b2);
    if (!a || !b) return;
    const Sequences of_a = make_sequences(subject, pairs.a1, pairs.a2);
    const Sequences of_b = make_sequences(subject, pairs.b1, pairs.b2);
    const std::string attention = fmt::format("blocks.{}.attention.", own_.block - 1);
    const auto map = [&](const char* what, const std::vector<Index> Sequences::*tokens) {
      return mean_cosines(activation_rows(subject.model, of_a.batch, attention + what, of_a.*tokens),
                          activation_rows(subject.model, of_b.batch, attention + what, of_b.*tokens));
    };
    add(map("output", &Sequences::last), *a - *b, pairs.name(), "last token", findings, matrices);
    const auto one = taught_offset(subject, pairs.a1, pairs.a1), other = taught_offset(subject, pairs.b1, pairs.b1);
    if (pairs.a1 != pairs.b1 && one && other)  // a pair of equal anchors adds its number twice
      add(map("value", &Sequences::first_anchor), (*one - *other) / 2, pairs.name(), "first anchor", findings,
          matrices);
  }

  /// (keys, keys), means over surroundings
  Table mean_cosines(const Table& a, const Table& b) const {
    Table map(keys(), keys());
    for (Index draw = 0; draw < own_.surroundings; ++draw)
      for (Index i = 0; i < keys(); ++i)
        for (Index j = 0; j < keys(); ++j)
          map(i, j) += cosine(a, draw * keys() + i, b, draw * keys() + j) / static_cast<double>(own_.surroundings);
    return map;
  }

  /// Keys i and j lead to the same number where i + offset = j.
  void add(const Table& map, Index offset, const std::string& name, const char* place, Findings& findings,
           Tree& matrices) const {
    double equal = 0, other = 0;
    Index equals = 0, others = 0;
    for (Index i = 0; i < map.rows; ++i)
      for (Index j = 0; j < map.columns; ++j) (i + offset == j ? (++equals, equal) : (++others, other)) += map(i, j);
    if (equals == 0) return;
    equal /= static_cast<double>(equals);
    other /= static_cast<double>(others);
    const std::string stem = fmt::format("[{}, {}]", name, place);
    findings.numbers.push_back({"equal" + stem, equal});
    findings.numbers.push_back({"other" + stem, other});
    findings.numbers.push_back({"contrast" + stem, equal - other});
    matrices.push_back({{"name", fmt::format("{}, {}", name, place)},
                        {"note", fmt::format("{:.2f} equal, {:.2f} otherwise", equal, other)},
                        {"values", write_rows(map, four_decimals)}});
  }

  /// The same surroundings for every key and every pair.
  Sequences make_sequences(const Subject& subject, Index first, Index second) const {
    const Index length = subject.model.shape().length;
    Sequences made;
    made.batch.samples = own_.surroundings * keys();
    made.batch.labels.assign(static_cast<std::size_t>(made.batch.samples), 0);
    for (Index draw = 0; draw < own_.surroundings; ++draw) {
      const Random random(subject.seed, Stream::analysis, 4, static_cast<std::uint32_t>(draw));
      const auto place = static_cast<Index>(random.below(0, static_cast<std::uint64_t>(length - 3)));
      for (Index key = own_.first_key; key <= own_.last_key; ++key) {
        for (Index token = 0; token < length; ++token) {
          const auto noise = random.below(static_cast<std::uint64_t>(token) + 1, static_cast<std::uint64_t>(keys()));
          Index symbol = own_.first_key + static_cast<Index>(noise);
          if (token == place) symbol = key;
          if (token == place + 1) symbol = first;
          if (token == place + 2) symbol = second;
          made.batch.tokens.push_back(static_cast<std::int32_t>(symbol));
        }
        made.last.push_back(length - 1);
        made.first_anchor.push_back(place + 1);
      }
    }
    return made;
  }

  Panel draw(Tree matrices) const {
    Tree labels = Tree::array();
    for (Index key = own_.first_key; key <= own_.last_key; ++key) labels.push_back(std::to_string(key));
    return {"cosine_maps",
            "similarity_matrix",
            "Cosine similarity of anchor pairs",
            fmt::format(
                "Two anchor pairs, every key against every key: cosine similarity of the attention output of block {}, "
                "averaged over {} contexts. A model that computes arithmetically is near 1 along the line of "
                "equal results and only there.",
                own_.block, own_.surroundings),
            34,
            {{"labels", std::move(labels)}, {"unit", "key"}, {"range", {-1, 1}}, {"matrices", std::move(matrices)}}};
  }

  CosineMapsOptions own_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(cosine_maps, CosineMaps)

}  // namespace sextant::analysis
