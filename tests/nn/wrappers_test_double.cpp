// What the options of [position] wrap around an encoding, over the list: vectors of a set norm, randomised positions,
// DroPE. Each pair either works, with gradients that agree with central differences, or is refused by name.
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/model_test.h"
#include "tests/support/slope_error.h"

namespace sextant::test {
namespace {

constexpr Index count = 5, range = 9;

struct Wrapper {
  std::string option;  // that refuses
  std::function<void(PositionOptions&)> set;
};

std::vector<Wrapper> wrappers() {
  return {{"vector_norm", [](PositionOptions& o) { o.vector_norm = 1.3; }},
          {"randomise_to", [](PositionOptions& o) { o.randomise_to = range; }},
          {"drop_at_step", [](PositionOptions& o) { o.drop_at_step = 20; }},
          {"", [](PositionOptions& o) {
             o.randomise_to = range;
             o.drop_at_step = 20;
           }}};
}

ModelOptions small(bool causal, bool cls) {
  ModelOptions options;
  options.width = 8;
  options.heads = 2;
  options.feed_forward = 6;
  options.causal = causal;
  options.cls = cls;
  return options;
}

TaskShape small_shape(bool ragged) {
  return {.length = count,
          .input = InputKind::tokens,
          .features = 5,
          .readout = ReadoutPlace::every,
          .outputs = 3,
          .ragged = ragged};
}

PositionOptions options_for(const std::string& kind, bool cls, Index tokens) {
  return position_options(kind, tokens + (cls ? 1 : 0), 8);
}

/// The model, or nothing where the option refuses the encoding by its own name and that of the encoding.
std::unique_ptr<Transformer> make_or_refuse(const std::string& kind, const Wrapper& wrapper, bool causal, bool cls,
                                            bool ragged) {
  PositionOptions position;
  wrapper.set(position);
  PositionOptions whole = options_for(kind, cls, position.randomise_to.value_or(count));
  wrapper.set(whole);
  try {
    return std::make_unique<Transformer>(small(causal, cls), whole, small_shape(ragged), Arrangement::index(count));
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("position." + wrapper.option), 0U) << text;
    EXPECT_NE(text.find(kind), std::string::npos) << text;
    return nullptr;
  }
}

class Wrappers : public testing::TestWithParam<std::string> {};

TEST_P(Wrappers, HaveTheGradientsOfCentralDifferencesOrRefuse) {
  for (const Wrapper& wrapper : wrappers())
    for (const auto& [causal, cls, ragged] :
         {std::tuple{false, false, false}, {true, false, true}, {false, true, true}}) {
      const auto model = make_or_refuse(GetParam(), wrapper, causal, cls, ragged);
      if (!model) continue;
      for (const bool savings : {true, false}) {
        model->set_savings(savings);
        fill_random(model->parameters(), 0.4, 3);
        const Batch batch = random_batch(small_shape(ragged), causal ? 12 : 3, 11);
        std::string where;
        EXPECT_LE(worst_slope_error(*model, batch, 2, where), 1e-7)
            << GetParam() << " " << wrapper.option << (causal ? " causal" : "") << (cls ? " cls" : "")
            << (savings ? " with savings" : "") << ": " << where;
      }
    }
}

/// The weights of `from` of the same name, where there are any.
void copy_weights(const Transformer& from, Transformer& to) {
  std::vector<double> weights = to.read_weights();
  for (const TensorFacts& tensor : to.tensors())
    for (const TensorFacts& other : from.tensors())
      if (other.name == tensor.name) {
        const auto values = from.read_weights();
        std::copy_n(values.begin() + other.offset, other.size(), weights.begin() + tensor.offset);
      }
  to.write_weights(weights);
}

// The only sorted subset of as many numbers as there are tokens is 0, 1, 2, ...
TEST_P(Wrappers, RandomisedToTheirOwnLengthChangeNothing) {
  const PositionOptions position = options_for(GetParam(), false, count);
  Transformer plain(small(true, false), position, small_shape(false), Arrangement::index(count));
  fill_random(plain.parameters(), 0.4, 3);
  const auto wrapped = make_or_refuse(GetParam(), {"randomise_to", [](PositionOptions& o) { o.randomise_to = count; }},
                                      true, false, false);
  if (!wrapped) return;
  copy_weights(plain, *wrapped);
  const Batch batch = random_batch(small_shape(false), 12, 11);
  const double expected = loss_and_gradients(plain, batch, 12, {.training = true, .seed = 5});
  EXPECT_NEAR(loss_and_gradients(*wrapped, batch, 12, {.training = true, .seed = 5}), expected, 1e-12);
  for (const Parameter& parameter : plain.parameters().list()) {
    const Parameter& other = wrapped->parameters().find(parameter.name);
    for (Index i = 0; i < parameter.size(); ++i)
      ASSERT_NEAR(other.gradient.data[i], parameter.gradient.data[i], 1e-11) << parameter.name;
  }
}

TEST_P(Wrappers, RandomisedDrawPerBatchAndTestsDrawTheSameEachTime) {
  const auto model = make_or_refuse(GetParam(), wrappers()[1], true, false, false);
  if (!model) return;
  fill_random(model->parameters(), 0.4, 3);
  const Batch batch = random_batch(small_shape(false), 6, 11);
  const auto loss = [&](bool training, std::uint64_t step) {
    return model->forward(batch, {.training = training, .seed = 5, .step = step}).loss;
  };
  EXPECT_EQ(loss(true, 1), loss(true, 1));
  EXPECT_NE(loss(true, 1), loss(true, 2));
  EXPECT_EQ(loss(false, 0), loss(false, 0));
}

// Before its step the encoding acts as ever, from there on the model is one without positions.
TEST_P(Wrappers, DroppedAreGoneFromTheirStepOn) {
  const auto model = make_or_refuse(GetParam(), wrappers()[2], true, false, false);
  if (!model) return;
  fill_random(model->parameters(), 0.4, 3);
  Transformer plain(small(true, false), options_for(GetParam(), false, count), small_shape(false),
                    Arrangement::index(count));
  Transformer without(small(true, false), position_options("none", count, 8), small_shape(false),
                      Arrangement::index(count));
  copy_weights(*model, plain);
  copy_weights(*model, without);
  const Batch batch = random_batch(small_shape(false), 6, 11);
  model->begin_step(19);
  EXPECT_NEAR(model->forward(batch).loss, plain.forward(batch).loss, 1e-11);
  model->begin_step(20);
  EXPECT_NEAR(model->forward(batch).loss, without.forward(batch).loss, 1e-11);
  EXPECT_GT(std::abs(plain.forward(batch).loss - without.forward(batch).loss), 1e-9);
  EXPECT_NE(model->geometry(0).rule.find("dropped"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Every, Wrappers, testing::ValuesIn(position_family().names()),
                         [](const auto& info) { return info.param; });

TEST(VectorNorm, IsThatOfEveryVector) {
  for (const std::string& kind : position_family().names()) {
    PositionOptions options = options_for(kind, true, count);
    options.vector_norm = 1.3;
    Parameters parameters;
    std::unique_ptr<Position> position;
    try {
      position = make_position(options, *options.own,
                               {8, 2, 4, false, Arrangement::index(count).with_cls(), "position"}, parameters);
    } catch (const Error&) {
      continue;
    }
    parameters.allocate();
    fill_random(parameters, 0.4, 3);
    position->prepare();
    Tensor x;
    const std::vector<std::int32_t> places{1, 2, 3, 4, 5};
    position->add_to_embeddings(x.shape_zero(count, 8), places);
    const Geometry geometry = position->geometry();
    for (Index i = 0; i < count; ++i) {
      double sum = 0;
      for (Index j = 0; j < 8; ++j) {
        sum += x.view()(i, j) * x.view()(i, j);
        EXPECT_NEAR(geometry.table(i, j), x.view()(i, j), 1e-12) << kind;
      }
      EXPECT_NEAR(std::sqrt(sum), 1.3, 1e-12) << kind;
    }
  }
}

TEST(Wrapped, NeedAWideEnoughRangeOfTokensInOrder) {
  PositionOptions options = options_for("learned", false, count);
  options.randomise_to = 3;
  const auto make = [&](const Arrangement& arrangement) {
    Parameters parameters;
    make_position(options, *options.own, {8, 2, 4, false, arrangement, "position"}, parameters);
  };
  EXPECT_THROW(make(Arrangement::index(count)), Error);
  options.randomise_to = 9;
  EXPECT_NO_THROW(make(Arrangement::index(count)));
  EXPECT_THROW(make(Arrangement::grid({2, 3})), Error);
}

}  // namespace
}  // namespace sextant::test
