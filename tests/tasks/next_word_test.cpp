// Next-word prediction: labels are the words that follow, padding is no part of a row, and only causal models learn it.
#include <gtest/gtest.h>

#include "sextant/core/tree.h"
#include "sextant/nn/dimensions.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_next_word(const Tree& options) {
  const auto& variant = task_family().find("next_word");
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, 1);
}

TEST(NextWord, LabelsAreTheWordsThatFollow) {
  const auto task = make_next_word(Tree::object());
  const TaskShape shape = task->shape();
  Batch batch;
  task->fill(batch, "test", 0, 20);
  require_lengths(batch, shape);
  Index told = 0;
  for (Index i = 0; i < batch.samples; ++i)
    for (Index t = 0; t < shape.length; ++t) {
      const auto at = static_cast<std::size_t>(i * shape.length + t);
      if (t >= batch.length_of(i, shape.length)) {
        EXPECT_EQ(batch.labels[at], Batch::unscored);
      } else if (t + 1 < batch.length_of(i, shape.length)) {
        EXPECT_EQ(batch.labels[at], batch.tokens[at + 1]);
        ++told;
      }
    }
  EXPECT_GT(told, 20);
}

TEST(NextWord, IsRefusedToModelsThatSeeLaterTokens) {
  const TaskShape shape = make_next_word(Tree::object())->shape();
  ModelOptions model;
  EXPECT_TRUE(contains(error_text([&] { resolve(model, shape); }), "set model.causal=true"));
  model.causal = true;
  EXPECT_EQ(error_text([&] { resolve(model, shape); }), "");
  EXPECT_TRUE(contains(error_text([] { make_next_word({{"length", 1}}); }), "task.length"));
}

}  // namespace
}  // namespace sextant::test
