// Analyses that hold a model against a truth or a reference: what is the same agrees, what is shuffled does not.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/attention.h"
#include "sextant/analysis/random_batch.h"
#include "tests/support/error_text.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

/// A model with learned positions on a grid of 4 x 4, in one table for each of two blocks.
class Recovery : public testing::Test {
 protected:
  Recovery() {
    job_.position.at = "every";
    job_.model.heads = 1;
    job_.model.width = 16;
    model_ = make_model(3);
  }

  std::unique_ptr<Transformer> make_model(std::uint64_t seed) {
    auto model = std::make_unique<Transformer>(job_.model, job_.position, shape_, places_);
    const auto initialiser = initialisers().find(job_.init.kind).make(*job_.init.own, job_.model.depth);
    sextant::init::initialise(model->parameters(), *initialiser, 1.0, seed);
    return model;
  }

  Findings measure(const std::string& name, const Tree& options = Tree::object()) {
    const auto& variant = analyses().find(name);
    const auto own = variant.make_options();
    read_options(options, name, {own.get()});
    Subject subject{*model_, 5, batch_, places_};
    subject.splits = splits_;
    subject.references = {references_.begin(), references_.end()};
    return variant.make(*own)->measure(subject);
  }

  /// The true table turned in its first two columns and in two others, and made larger.
  void put_truth(double factor) {
    auto position = job_.position;
    position.kind = "grid";
    position.own = position_family().find("grid").make_options();
    Transformer truth(job_.model, position, shape_, places_);
    const Table vectors = truth.position(0).geometry().table;
    for (Index block = 0; block < 2; ++block) {
      Parameter& table = model_->parameters().find(fmt::format("blocks.{}.position.table", block));
      for (Index i = 0; i < 16; ++i)
        for (Index j = 0; j < 16; ++j) {
          const Index pair = j == 0 ? 9 : j == 9 ? 0 : j;  // columns 0 and 9 are turned by a right angle
          table.value(i, j) = factor * (j == 9 ? -vectors(i, pair) : vectors(i, pair));
        }
    }
  }

  Configuration job_ = make_small_job();
  TaskShape shape_{16, InputKind::tokens, 6, ReadoutPlace::last, 3, LossKind::cross_entropy};
  Arrangement places_ = Arrangement::grid({4, 4});
  Batch batch_ = make_random_batch(shape_, 7, Random(1, Stream::data));
  std::vector<SplitRows> splits_;
  std::vector<Transformer*> references_;
  std::unique_ptr<Transformer> model_;
};

TEST_F(Recovery, OfATurnedAndScaledTruthIsComplete) {
  put_truth(3);
  const Findings found = measure("position_recovery");
  const Table truth = places_.as_distances("test");
  EXPECT_NEAR(found.number("normalised"), 0, 1e-7);
  EXPECT_NEAR(found.number("centred"), 0, 1e-7);
  EXPECT_NEAR(found.number("raw"), 2 * std::sqrt(16 * 8.0), 1e-6);  // rows of 8 waves have length sqrt 8
  for (const char* axis : {"row_r2", "column_r2"}) {
    EXPECT_NEAR(found.number(axis), 1, 1e-6);
    EXPECT_LT(found.number(std::string(axis) + "_shuffled"), 0.5);
    EXPECT_EQ(found.number(std::string(axis) + "_p"), 0.01);
  }
  EXPECT_EQ(found.number("centred_p"), 0.01);
  EXPECT_GT(found.number("centred_shuffled"), 0.5);
  EXPECT_GT(found.number("spearman"), 0.9);
  EXPECT_EQ(found.number("centred[blocks.1]"), found.number("centred[blocks.0]"));
}

TEST_F(Recovery, OfTheCoordinatesThemselvesHasTheirDistances) {
  const Table points = places_.as_coordinates("test");
  for (Index block = 0; block < 2; ++block) {
    Parameter& table = model_->parameters().find(fmt::format("blocks.{}.position.table", block));
    for (Index i = 0; i < 16; ++i)
      for (Index j = 0; j < 16; ++j) table.value(i, j) = j == 2 || j == 5 ? -0.25 * points(i, j == 5 ? 1 : 0) : 0;
  }
  const Findings found = measure("position_recovery");
  EXPECT_NEAR(found.number("spearman"), 1, 1e-12);  // a power of 2 keeps ties
  EXPECT_NEAR(found.number("distance_correlation"), 1, 1e-12);
  EXPECT_LT(found.number("distance_correlation_shuffled"), 0.8);
}

TEST_F(Recovery, OfRandomPositionsIsThatOfShuffles) {
  const Findings found = measure("position_recovery");
  for (const char* name : {"raw", "normalised", "centred"})
    EXPECT_NEAR(found.number(name), found.number(std::string(name) + "_shuffled"), 0.05 * found.number(name)) << name;
  EXPECT_LT(found.number("row_r2"), 0.5);
  EXPECT_GT(found.number("centred_p"), 0.01);
}

TEST_F(Recovery, TheGridOfPixelsComesBackFromTheTruthAndNotFromNoise) {
  const Findings random = measure("grid_recovery");
  EXPECT_LT(random.number("nearest[positions]"), 0.6);
  EXPECT_NEAR(random.number("nearest[chance]"), 3.0 / 15, 1e-12);
  EXPECT_NEAR(random.number("four[ceiling]"), 0.75, 1e-12);
  put_truth(3);
  references_ = {model_.get()};
  const Findings found = measure("grid_recovery");
  for (const char* what : {"positions", "seeds together"}) {
    EXPECT_EQ(found.number(fmt::format("nearest[{}]", what)), 1);
    EXPECT_GT(found.number(fmt::format("four[{}]", what)), 0.65);  // waves put some diagonal ones before the fourth
    EXPECT_GT(found.number(fmt::format("r2[{}]", what)), 0.95);
    EXPECT_EQ(found.number(fmt::format("placed[{}]", what)), 1);
  }
  EXPECT_TRUE(found.panels.empty());  // no image to show
}

TEST_F(Recovery, CellsOfACommonLineAreAlikeWherePositionsNameTheirLines) {
  const double before = measure("shared_lines").number("auc");
  for (Index block = 0; block < 2; ++block) {
    Parameter& table = model_->parameters().find(fmt::format("blocks.{}.position.table", block));
    for (Index i = 0; i < 16; ++i)
      for (Index j = 0; j < 16; ++j) table.value(i, j) = j == i / 4 || j == 4 + i % 4 ? 1 : 0;
  }
  const Findings found = measure("shared_lines");
  EXPECT_EQ(found.number("auc"), 1);
  EXPECT_GT(found.number("gap"), 0.5);
  EXPECT_LT(before, 0.8);
  ASSERT_EQ(found.panels.size(), 1U);
  EXPECT_EQ(found.panels[0].data["matrices"].size(), 2U);
}

TEST_F(Recovery, AModelAgreesWithItselfAndNotWithShuffledTokens) {
  references_ = {model_.get()};
  const Findings found = measure("attention_agreement");
  EXPECT_NEAR(found.number("cosine"), 1, 1e-12);
  EXPECT_NEAR(found.number("centred"), 1, 1e-12);
  EXPECT_NEAR(found.number("centred[blocks.1]"), 1, 1e-12);
  EXPECT_LT(found.number("shuffled_centred"), 0.5);
  EXPECT_EQ(found.number("p"), 0.01);
  ASSERT_EQ(found.tables.size(), 1u);
  EXPECT_EQ(found.tables[0].table.rows, 7);
  for (const double value : found.tables[0].table.values) EXPECT_NEAR(value, 1, 1e-12);
}

/// A row of attention sums to 1, so cos(uniform, R) = 1 / |R|.
TEST_F(Recovery, AUniformMapAgreesByTheLengthOfTheReference) {
  references_ = {model_.get()};
  double expected = 0;
  for (Index sample = 0; sample < 7; ++sample)
    for (const auto& map : mean_attention(*model_, batch_, sample, 1)) {
      double square = 0;
      for (const double weight : map.weights.values) square += weight * weight;
      expected += 1 / std::sqrt(square) / 14;
    }
  EXPECT_NEAR(measure("attention_agreement").number("uniform"), expected, 1e-12);
}

TEST_F(Recovery, TheReferenceIsTheMeanOfItsModels) {
  const auto one = make_model(11), other = make_model(12);
  references_ = {one.get(), other.get()};
  const Findings found = measure("attention_agreement");
  const auto maps = [&](Transformer& model) { return mean_attention(model, batch_, 2, 1)[1].weights.values; };
  const auto own = maps(*model_), a = maps(*one), b = maps(*other);
  const auto cosine = [&](double shift) {
    double aa = 0, bb = 0, ab = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const double x = own[i] - shift, y = (a[i] + b[i]) / 2 - shift;
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
    return ab / std::sqrt(aa * bb);
  };
  EXPECT_NEAR(found.tables.at(0).table(2, 1), cosine(0), 1e-12);
  batch_.samples = 3;  // the mean over samples that are all the same one
  const auto first = batch_.tokens.begin() + 32;
  const std::vector<std::int32_t> sample(first, first + 16);
  for (std::size_t i = 0; i < 48; ++i) batch_.tokens[i] = sample[i % 16];
  EXPECT_NEAR(measure("attention_agreement").number("centred[blocks.1]"), cosine(1.0 / 16), 1e-12);
}

TEST_F(Recovery, WithoutReferenceSplitsOrPeopleIsLeftOut) {
  for (const char* name :
       {"attention_agreement", "accuracy_by_condition", "noise_robustness", "human_difficulty", "richness"})
    EXPECT_NE(measure(name).left_out, "") << name;
}

TEST_F(Recovery, AccuracyIsCountedByKindAndPartsOfASplitOnce) {
  model_->forward(batch_);
  for (Index i = 0; i < 7; ++i) {  // the labels are the model's answers, but for samples 0 and 3
    const real* row = model_->outputs().row(i);
    const auto best = static_cast<std::int32_t>(std::max_element(row, row + 3) - row);
    batch_.labels[static_cast<std::size_t>(i)] = i % 3 == 0 && i < 6 ? (best + 1) % 3 : best;
  }
  splits_ = {{"gen", batch_, {"a", "a", "a", "b", "b", "b", "b"}}, {"gen_a", batch_, {}}};
  const Findings found = measure("accuracy_by_condition");
  EXPECT_NEAR(found.number("gen"), 5.0 / 7, 1e-12);
  EXPECT_NEAR(found.number("gen[a]"), 2.0 / 3, 1e-12);
  EXPECT_NEAR(found.number("gen[b]"), 3.0 / 4, 1e-12);
  EXPECT_EQ(found.numbers.size(), 3u);
  // Without noise nothing is disturbed, with much of it nothing is known.
  const Findings noisy = measure("noise_robustness", {{"most", 1000.0}, {"levels", 2}});
  EXPECT_EQ(noisy.number("gen[0]"), found.number("gen"));
  EXPECT_LT(noisy.number("gen[1000]"), 0.72);
  EXPECT_EQ(noisy.number("gen[500]"),
            measure("noise_robustness", {{"most", 1000.0}, {"levels", 2}}).number("gen[500]"));
}

TEST_F(Recovery, PeopleAreReadByRow) {
  const TemporaryDirectory directory;
  splits_ = {{"gen", batch_, {}}};
  const std::string file = directory.make_file(
      "people.csv",
      "puzzle_index,condition,n,mean_accuracy\n2,B,40,0.5\r\n0,B,40,0.25\n1,B,40,1\n6,B,40,0.75\n99,B,40,0\n");
  const Findings found = measure("people", {{"file", file}});
  EXPECT_NEAR(found.number("people"), 0.625, 1e-12);
  ASSERT_EQ(found.tables.at(0).row_labels, (std::vector<std::string>{"0", "1", "2", "6"}));
  EXPECT_EQ(found.tables[0].table(3, 2), 0.75);
  EXPECT_LE(std::abs(found.number("spearman")), 1);
  const std::string broken = directory.make_file("broken.csv", "puzzle_index,mean_accuracy\n1,many\n");
  EXPECT_TRUE(contains(error_text([&] {
                         measure("human_difficulty", {{"file", broken}});
                       }),
                       "line 2: 'many' is not a number"));
  const std::string other = directory.make_file("other.csv", "a,b\n1,2\n");
  EXPECT_TRUE(contains(error_text([&] { measure("human_difficulty", {{"file", other}}); }), "no column puzzle_index"));
}

/// Noise belongs to the element: chunks and savings change nothing, another draw does.
TEST_F(Recovery, NoiseIsAFunctionOfTheSampleAlone) {
  const auto outputs = [&](Index chunk, bool savings, std::uint64_t step, double noise) {
    std::vector<real> all;
    model_->set_savings(savings);
    model_->begin_batch(batch_, 0, 7, {.seed = 4, .step = step, .noise = noise});
    for (Index first = 0; first < 7; first += chunk) {
      model_->forward_chunk(first, std::min(chunk, 7 - first));
      const View<const real> some = model_->outputs();
      all.insert(all.end(), some.data, some.data + some.size());
    }
    return all;
  };
  const auto expected = outputs(7, true, 0, 0.5);
  for (const auto& other : {outputs(2, true, 0, 0.5), outputs(7, false, 0, 0.5)})
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(expected[i], other[i], 1e-10);
  EXPECT_GT(std::abs(outputs(7, true, 1, 0.5)[0] - expected[0]), 1e-6);
  EXPECT_GT(std::abs(outputs(7, true, 0, 0)[0] - expected[0]), 1e-6);
}

}  // namespace
}  // namespace sextant::test
