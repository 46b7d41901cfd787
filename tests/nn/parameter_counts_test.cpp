// The networks of the papers have as many parameters as the papers' networks.
#include <gtest/gtest.h>

#include "sextant/core/tree.h"
#include "sextant/nn/transformer.h"

namespace sextant::test {
namespace {

PositionOptions make_position(const char* kind, const Tree& fields) {
  PositionOptions position;
  position.kind = kind;
  position.own = position_family().find(kind).make_options();
  read_options(fields, "position", {&position, position.own.get()});
  return position;
}

Index count_parameters(const ModelOptions& model, const PositionOptions& position, const TaskShape& shape) {
  Transformer transformer(model, position, shape, Arrangement::index(shape.length));
  Index sum = 0;
  for (const Parameter& parameter : transformer.parameters().list()) sum += parameter.size();
  EXPECT_EQ(sum, transformer.parameters().size());
  return sum;
}

// Ito et al., arXiv 2406.08272: Latin squares.
Index count_latin_square(const char* position) {
  ModelOptions model;
  model.width = 160;
  model.depth = 4;
  model.feed_forward = 640;
  model.second_activation = true;
  const TaskShape shape{.length = 16, .input = InputKind::one_hot, .features = 5, .outputs = 4};
  return count_parameters(model, make_position(position, {{"at", "every"}}), shape);
}

TEST(ParameterCounts, OfItoWithoutPositions) { EXPECT_EQ(count_latin_square("none"), 1'238'724); }
TEST(ParameterCounts, OfItoWithLearnedPositions) { EXPECT_EQ(count_latin_square("learned"), 1'238'724 + 10'240); }

// Zhang et al., arXiv 2405.05409: anchor functions; a table of 20 positions of which 9 are used.
Index count_anchor_functions(Index depth) {
  ModelOptions model;
  model.width = 400;
  model.depth = depth;
  model.key_width = model.value_width = 200;
  model.feed_forward = 1200;
  model.causal = true;
  model.activation = "relu";
  model.query_bias = model.key_bias = model.value_bias = model.attention_output_bias = false;
  model.feed_forward_bias = false;
  const TaskShape shape{.length = 9, .features = 201, .outputs = 201};
  return count_parameters(model, make_position("learned", {{"at", "first"}, {"rows", 20}}), shape);
}

TEST(ParameterCounts, OfZhangWithTwoLayers) { EXPECT_EQ(count_anchor_functions(2), 2'732'201); }
TEST(ParameterCounts, OfZhangWithThreeLayers) { EXPECT_EQ(count_anchor_functions(3), 4'013'801); }
TEST(ParameterCounts, OfZhangWithSevenLayers) { EXPECT_EQ(count_anchor_functions(7), 9'140'201); }

}  // namespace
}  // namespace sextant::test
