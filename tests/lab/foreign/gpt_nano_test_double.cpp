// A real model: minGPT's gpt-nano trained to sort six digits, published with every intermediate activation of
// three inputs (bbycroft/llm-viz). Our transformer must see the same at each of its taps, and must sort.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "sextant/core/files.h"
#include "sextant/core/tensor_file.h"
#include "sextant/lab/foreign/foreign_model.h"

namespace sextant::test {
namespace {

constexpr Index sentence_length = 11, digits = 6, width = 48, depth = 3, heads = 3, vocabulary = 3;
constexpr Index head_width = width / heads;

std::string data_folder() {
  const char* given = std::getenv("SEXTANT_DATA");
  return std::string(given ? given : SEXTANT_SHARED_DATA) + "/weights/gpt-nano-sort/";
}

/// Keeps a copy of everything that is told.
class Recorder final : public Taps {
 public:
  void see(std::string_view name, View<const double> values) override {
    auto& copy = seen[std::string(name)];
    copy.clear();
    for (Index i = 0; i < values.rows; ++i)
      for (Index j = 0; j < values.columns; ++j) copy.push_back(values(i, j));
  }
  std::map<std::string, std::vector<double>> seen;
};

class GptNano : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = data_folder() + "gpt-nano-sort-model.json";
    if (!file_exists(path)) GTEST_SKIP() << "gpt-nano is not there: " << path << " (set SEXTANT_DATA to its folder)";
    const ForeignModel foreign = read_foreign_model(*open_tensor_file(path));
    ASSERT_EQ(foreign.layout, "mingpt");
    ASSERT_EQ(foreign.options.heads, heads);  // from its "config"
    ASSERT_EQ(foreign.options.depth, depth);
    ASSERT_EQ(foreign.positions, sentence_length);
    model_ = foreign.make(sentence_length, ReadoutPlace::every, "double");
  }

  static Batch make_batch(const std::vector<std::int32_t>& tokens) {
    Batch batch;
    batch.tokens = tokens;
    batch.samples = static_cast<Index>(tokens.size()) / sentence_length;
    batch.labels.assign(tokens.size(), Batch::unscored);
    return batch;
  }

  std::unique_ptr<Model> model_;
};

/// Largest difference; where theirs is -inf (behind the causal mask) ours is not looked at.
double largest_difference(const std::vector<double>& ours, const std::vector<double>& theirs) {
  if (ours.size() != theirs.size() || ours.empty()) return INFINITY;
  double result = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (std::isinf(theirs[i])) continue;
    if (!std::isfinite(ours[i])) return INFINITY;
    result = std::max(result, std::abs(ours[i] - theirs[i]));
  }
  return result;
}

/// (samples, heads, sentence_length, head_width) to (samples*sentence_length, heads*head_width).
std::vector<double> join_heads(const std::vector<double>& split) {
  std::vector<double> joined(split.size());
  for (std::size_t from = 0; from < split.size(); ++from) {
    const auto i = static_cast<Index>(from);
    const Index column = i % head_width, row = i / head_width % sentence_length;
    const Index head = i / head_width / sentence_length % heads, sample = i / head_width / sentence_length / heads;
    joined[static_cast<std::size_t>(((sample * sentence_length + row) * heads + head) * head_width + column)] =
        split[from];
  }
  return joined;
}

TEST_F(GptNano, SeesTheStoredActivationsAtEveryTap) {
  const auto stored = open_tensor_file(data_folder() + "gpt-nano-sort-t0-partials.json");
  const auto ids = stored->values("idx");
  Recorder recorder;
  model_->set_taps(&recorder);
  const Batch batch = make_batch({ids.begin(), ids.end()});
  model_->forward(batch);
  model_->set_taps(nullptr);

  std::map<std::string, std::vector<double>> expected{
      {"token_embeddings", stored->values("tok_emb")},
      {"embeddings", stored->values("x")},
      {"blocks.0.attention.query", join_heads(stored->values("q"))},
      {"blocks.0.attention.key", join_heads(stored->values("k"))},
      {"blocks.0.attention.value", join_heads(stored->values("v"))},
      {"blocks.0.attention.scores", stored->values("att")},
      {"blocks.0.attention.pattern", stored->values("attSm")},
      {"blocks.0.attention.mixed", stored->values("y")},
      {"blocks.0.attention.output", stored->values("yProj")},
      {"blocks.0.residual_middle", stored->values("attnResid")},
      {"blocks.0.feed_forward.hidden", stored->values("gelu")},
      {"blocks.0.feed_forward.output", stored->values("mlp")},
      {"final", stored->values("ln_f")},
      {"outputs", stored->values("lm_head")},
  };
  for (Index n = 0; n < depth; ++n)
    expected[fmt::format("blocks.{}.residual", n)] = stored->values(fmt::format("block{}", n));
  for (const auto& [name, values] : expected) EXPECT_LE(largest_difference(recorder.seen[name], values), 1e-5) << name;

  const auto logits = recorder.seen["outputs"];
  model_->forward(batch);  // nobody listens now: the savings may act
  const Table outputs = model_->read_outputs();
  EXPECT_LE(largest_difference(outputs.values, logits), 1e-12);
}

// As minGPT generates: the most probable digit is appended, six times. What stands behind a token cannot
// reach it through the causal mask, so the sample is filled up with zeros.
TEST_F(GptNano, SortsAll729Inputs) {
  constexpr Index inputs = 729;
  std::vector<std::int32_t> tokens(inputs * sentence_length, 0);
  std::vector<std::array<std::int32_t, digits>> answers(inputs);
  const auto at = [](Index sample, Index position) {
    return static_cast<std::size_t>(sample * sentence_length + position);
  };
  for (Index sample = 0, code = 0; sample < inputs; code = ++sample)
    for (Index i = 0; i < digits; ++i, code /= 3) tokens[at(sample, i)] = static_cast<std::int32_t>(code % 3);

  for (Index i = 0; i < digits; ++i) {
    model_->forward(make_batch(tokens));
    const Table outputs = model_->read_outputs();  // (inputs*sentence_length, vocabulary)
    for (Index sample = 0; sample < inputs; ++sample) {
      const double* logits = outputs.view().row(sample * sentence_length + digits - 1 + i);
      const auto next = static_cast<std::int32_t>(std::max_element(logits, logits + vocabulary) - logits);
      answers[static_cast<std::size_t>(sample)][static_cast<std::size_t>(i)] = next;
      if (digits + i < sentence_length) tokens[at(sample, digits + i)] = next;
    }
  }
  Index sorted = 0;
  for (Index sample = 0; sample < inputs; ++sample) {
    std::array<std::int32_t, digits> wanted{};
    std::copy_n(tokens.begin() + sample * sentence_length, digits, wanted.begin());
    std::ranges::sort(wanted);
    sorted += wanted == answers[static_cast<std::size_t>(sample)] ? 1 : 0;
  }
  EXPECT_EQ(sorted, inputs);
}

}  // namespace
}  // namespace sextant::test
