// Tasks on text: rows split by document, what is hidden and what is scored, classes, places of known distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sextant/core/tree.h"
#include "sextant/data/words/generated_text.h"
#include "sextant/data/words/word_collection.h"
#include "sextant/stress/pair_distances.h"
#include "sextant/tasks/task.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::unique_ptr<Task> make_task(const std::string& kind, const Tree& options, std::uint64_t seed = 1) {
  const auto& variant = task_family().find(kind);
  const auto own = variant.make_options();
  read_options(options, "task", {own.get()});
  return variant.make(*own, seed);
}

double farthest(const Table& a, const Table& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) most = std::max(most, std::abs(a.values[i] - b.values[i]));
  return most;
}

TEST(GeneratedText, HasTheDistancesItIsKnownFor) {
  WordRequest request;
  request.length = 8;
  request.generated = {.documents = 60000, .words = 16};
  const auto collection = word_collection(request);
  const Table known = generated_distances(8);
  EXPECT_NEAR(known(0, 7), std::sqrt(2.0), 1e-15);
  EXPECT_LT(farthest(word_distances(collection->train, "cross_half", 1), known), 0.02);
  EXPECT_LT(farthest(word_distances(collection->train, "plug_in", 1), known), 0.03);
  request.shuffled = true;
  EXPECT_GT(farthest(word_distances(word_collection(request)->train, "cross_half", 1), known), 1.3);
}

TEST(GeneratedText, HasItsClassInTheLastQuarterAlone) {
  const GeneratedDocuments made = generate_text({.documents = 4000, .length = 8, .words = 16, .tone = 1});
  Index as_first = 0;
  for (std::size_t document = 0; document < made.classes.size(); ++document) {
    for (std::size_t t = 6; t < 8; ++t) ASSERT_EQ(made.words[document * 8 + t] % 2, made.classes[document]);
    as_first += made.words[document * 8] % 2 == made.classes[document] ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(as_first) / 4000, 0.5, 0.04);
}

TEST(MaskedWords, ScoresWhatIsHiddenAndNeverPadding) {
  for (const char* rule : {"all", "bert"}) {
    SCOPED_TRACE(rule);
    const auto task = make_task("masked_words", {{"rule", rule}, {"tail", 3}, {"masked", 0.3}});
    const Index length = task->shape().length;
    EXPECT_EQ(length, 19);
    Batch batch;
    task->fill_training(batch, 1000, 1, 0);
    Index scored = 0, masked = 0, kept = 0;
    for (std::size_t i = 0; i < batch.tokens.size(); ++i) {
      if (static_cast<Index>(i) % length >= 16) {
        ASSERT_EQ(batch.tokens[i], padding_word);
        ASSERT_EQ(batch.labels[i], Batch::unscored);
      }
      ASSERT_TRUE(batch.masked[i] == 0 || batch.labels[i] != Batch::unscored);
      if (batch.labels[i] == Batch::unscored) continue;
      ASSERT_GE(batch.labels[i], first_word);
      ++scored;
      masked += batch.masked[i];
      kept += batch.masked[i] == 0 && batch.tokens[i] == batch.labels[i] ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(scored) / 16000, 0.3, 0.02);
    const bool all = std::string(rule) == "all";
    EXPECT_NEAR(static_cast<double>(masked) / static_cast<double>(scored), all ? 1 : 0.8, all ? 0 : 0.02);
    EXPECT_NEAR(static_cast<double>(kept) / static_cast<double>(scored), all ? 0 : 0.1, all ? 0 : 0.03);
  }
}

TEST(MaskedWords, HidesOneWordAtLeastAndTheSameOnesInEveryTest) {
  const auto one = make_task("masked_words", {{"masked", 0.001}}, 1);
  const auto other = make_task("masked_words", {{"masked", 0.001}}, 2);
  Batch a, b;
  one->fill(a, "test", 0, 100);
  other->fill(b, "test", 0, 100);
  EXPECT_EQ(a.masked, b.masked);
  for (std::size_t row = 0; row < 100; ++row)
    EXPECT_GE(std::count(a.masked.begin() + static_cast<Index>(row) * 16,
                         a.masked.begin() + static_cast<Index>(row + 1) * 16, 1),
              1);
}

TEST(TextFiles, AreCutPaddedAndSplitByDocument) {
  const TemporaryDirectory directory;
  const std::string file = directory.make_file("corpus.txt", "a b c d e\na b\n\na a a\nb c d\n");
  WordRequest request;
  request.corpus.path = file;
  request.test_file = file;
  request.length = 4;
  const auto first = word_collection(request);
  ASSERT_EQ(first->train.count(), 4);       // the empty document is none
  EXPECT_EQ(first->words, first_word + 4);  // e is cut off
  const auto row = first->train.row(1);
  EXPECT_EQ(std::vector<std::int32_t>(row.begin(), row.end()), (std::vector<std::int32_t>{2, 3, 0, 0}));
  request.all_windows = true;
  request.top = 1;
  const auto windows = word_collection(request);
  ASSERT_EQ(windows->train.count(), 5);
  EXPECT_EQ(windows->train.documents, (std::vector<std::int32_t>{0, 0, 1, 3, 4}));
  const auto cut = windows->train.row(0);
  EXPECT_EQ(std::vector<std::int32_t>(cut.begin(), cut.end()), (std::vector<std::int32_t>{2, 1, 1, 1}));
}

TEST(TextClasses, ReadsTextsAndClassesOfATable) {
  const TemporaryDirectory directory;
  const std::string train = directory.make_file("train.tsv", "label\ttext\ngood\ta b c\nbad\tc b\ngood\ta a\n");
  const std::string test = directory.make_file("test.tsv", "label\ttext\nbad\tc c x\ngood\ta\n");
  const Tree options = {{"file", train}, {"test_file", test}, {"column", "text"}, {"length", 3}};
  const auto task = make_task("text_classes", options);
  EXPECT_EQ(task->shape().outputs, 2);
  EXPECT_EQ(task->shape().readout, ReadoutPlace::pooled);
  Batch batch;
  task->fill(batch, "test", 0, 2);
  EXPECT_EQ(batch.labels, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(batch.tokens[2], other_word);  // x was not trained on
  Tree wrong = options;
  wrong["label"] = "lable";
  EXPECT_TRUE(contains(error_text([&] { make_task("text_classes", wrong); }), "did you mean label"));
}

TEST(TextPlaces, AreTheDistancesOfTheTrainingRows) {
  const auto task = make_task("text_classes", {{"arrangement", "words"}, {"documents", 20000}, {"tail", 2}});
  const Arrangement places = task->true_positions();
  ASSERT_EQ(places.kind(), Arrangement::Kind::distances);
  ASSERT_EQ(places.count(), 18);
  const Table distances = places.as_distances("test");
  EXPECT_EQ(distances(16, 17), 0);  // padding and padding
  EXPECT_NEAR(distances(0, 16), std::sqrt(2.0), 2e-3);
  EXPECT_NEAR(distances(0, 15), generated_distances(16)(0, 15), 0.02);
}

}  // namespace
}  // namespace sextant::test
