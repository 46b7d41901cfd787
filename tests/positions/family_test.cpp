// What holds for every encoding of the list: it accepts the arrangements of its line in the list and no others, refuses
// with a text that helps, has a geometry over its tokens, and leaves a CLS token, which stands nowhere, alone.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/positions/attention_bias.h"
#include "tests/support/positions_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

/// A ring of six tokens in each of the five forms.
std::vector<Arrangement> all_arrangements() {
  Table points(6, 2), distances(6, 6), weights(6, 6);
  for (Index i = 0; i < 6; ++i) {
    points(i, 0) = std::cos(static_cast<double>(i));
    points(i, 1) = std::sin(static_cast<double>(i));
    for (Index j = 0; j < 6; ++j) {
      const Index apart = std::min((i - j + 6) % 6, (j - i + 6) % 6);
      distances(i, j) = static_cast<double>(apart);
      weights(i, j) = apart == 1 ? 2 : 0;
    }
  }
  return {Arrangement::index(6), Arrangement::grid({2, 3}), Arrangement::coordinates(points),
          Arrangement::distances(distances), Arrangement::graph(weights)};
}

bool accepts(const std::string& encoding, const Arrangement& arrangement) {
  const auto& accepted = position_family().find(encoding).accepts;
  return std::ranges::find(accepted, arrangement.kind_name()) != accepted.end();
}

class PositionFamily : public testing::TestWithParam<std::string> {};

TEST_P(PositionFamily, AcceptsWhatItsLineSays) {
  ASSERT_FALSE(position_family().find(GetParam()).accepts.empty());
  for (const Arrangement& arrangement : all_arrangements()) {
    const EncodingContext place = make_place(arrangement);
    if (accepts(GetParam(), arrangement)) {
      EXPECT_NO_THROW(make_subject(GetParam(), place)) << arrangement.kind_name();
      continue;
    }
    try {
      make_subject(GetParam(), place);
      ADD_FAILURE() << "accepts " << arrangement.kind_name() << ", which its line does not say";
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find(GetParam() + ":"), 0U) << text;
      EXPECT_NE(text.find(fmt::format("arrangement is {}", arrangement.kind_name())), std::string::npos) << text;
      EXPECT_NE(text.find("index"), std::string::npos) << "no way out: " << text;
    }
  }
}

TEST_P(PositionFamily, HasAGeometryOverItsTokens) {
  for (const bool cls : {false, true})
    for (const Arrangement& arrangement : all_arrangements()) {
      if (!accepts(GetParam(), arrangement)) continue;
      const auto subject = make_subject(GetParam(), make_place(cls ? arrangement.with_cls() : arrangement, 8, 2, 4));
      const Geometry geometry = subject->position->geometry();
      EXPECT_FALSE(geometry.rule.empty());
      ASSERT_EQ(geometry.table.rows, 6);
      double largest = 0;
      for (const double value : geometry.table.values) {
        EXPECT_TRUE(std::isfinite(value));
        largest = std::max(largest, std::abs(value));
      }
      EXPECT_EQ(largest > 0, subject->acts());
      if (geometry.kind == Geometry::Kind::vectors) continue;
      ASSERT_EQ(geometry.table.columns, 6);
      for (Index i = 0; i < 6; ++i) {
        EXPECT_EQ(geometry.table(i, i), 0);
        for (Index j = 0; j < i; ++j) {
          EXPECT_GE(geometry.table(i, j), 0);
          EXPECT_EQ(geometry.table(i, j), geometry.table(j, i));
        }
      }
    }
}

// Tokens that are all the same are attended to alike, but for what the encoding does.
TEST_P(PositionFamily, BiasesAttentionWhereItActs) {
  if (!accepts(GetParam(), Arrangement::index(6))) return;
  const auto subject = make_subject(GetParam(), make_place(Arrangement::index(6), 8, 2, 4));
  const Table bias = measure_attention_bias(*subject->position, subject->place);
  ASSERT_EQ(bias.rows, 6);
  const auto [least, largest] = std::ranges::minmax(bias.values);
  EXPECT_TRUE(std::isfinite(least) && std::isfinite(largest));
  EXPECT_EQ(largest - least > 1e-6, subject->acts());
}

// A run that diverges is a result, so nothing may be looked up by a number that is none.
TEST_P(PositionFamily, ReadsNothingOutsideWhereScoresAreNoNumbers) {
  if (!accepts(GetParam(), Arrangement::index(6))) return;
  const auto subject = make_subject(GetParam(), make_place(Arrangement::index(6), 8, 2, 4));
  if (!subject->position->reads_content()) return;
  TestNumbers numbers(3);
  ContentSubject content = make_content(*subject, all_positions(6), 1, 1, numbers);
  std::fill_n(content.queries.data(), content.queries.size(), std::numeric_limits<real>::quiet_NaN());
  Tensor scores = content.scores(*subject->position);
  EXPECT_TRUE(std::isnan(scores.data()[7]));
  Tensor d_queries(6, 4), d_keys(6, 4), d_inputs(6, 8);
  subject->position->transform_backward(scores.view(), content.view(),
                                        {d_queries.view(), d_keys.view(), d_inputs.view()});
}

TEST_P(PositionFamily, GeometryFollowsTheWeightsWithoutPrepare) {
  const auto subject = make_subject(GetParam(), make_place(Arrangement::index(6), 8, 2, 4));
  if (subject->parameters.size() == 0) return;  // nothing to train
  const Geometry before = subject->position->geometry();
  for (real& value : subject->parameters.values()) value *= real(1.5);
  const Geometry after = subject->position->geometry();
  EXPECT_NE(before.table.values, after.table.values);
}

TEST_P(PositionFamily, LeavesClsAlone) {
  const auto subject = make_subject(GetParam(), make_place(Arrangement::index(5).with_cls(), 8, 2, 4));
  const Position& position = *subject->position;
  TestNumbers numbers(3);
  if (position.rotates()) {
    Tensor x;
    numbers.fill(x.shape(1, 8));
    const Tensor before = x;
    position.rotate(x.view(), std::vector<std::int32_t>{0});
    for (Index j = 0; j < 8; ++j) EXPECT_EQ(x.view()(0, j), before.view()(0, j));
  }
  if (position.reads_content() && GetParam() != "pope") {  // pope: CLS stands at 0
    ContentSubject content = make_content(*subject, all_positions(6), 1, real(0.5), numbers);
    const Tensor scores = content.scores(position);
    // What is between CLS and a token is their product alone, whatever the weights are.
    for (real& value : subject->parameters.values()) value *= real(1.5);
    subject->position->prepare();
    const Tensor after = content.scores(position);
    for (Index i = 0; i < 6; ++i) {
      EXPECT_EQ(scores.view()(0, i), after.view()(0, i));
      EXPECT_EQ(scores.view()(i, 0), after.view()(i, 0));
    }
    EXPECT_NE(scores.view()(4, 2), after.view()(4, 2));
  }
  if (position.adds_to_scores()) {
    Tensor queries;
    numbers.fill(queries.shape(6, 4));
    const Tensor scores = scores_of(*subject, queries.view(), 1);
    double inside = 0;
    for (Index i = 0; i < 6; ++i) {
      EXPECT_EQ(scores.view()(0, i), 0);
      EXPECT_EQ(scores.view()(i, 0), 0);
      inside += std::abs(static_cast<double>(scores.view()(i, 3)));
    }
    EXPECT_GT(inside, 0);
  }
}

TEST_P(PositionFamily, ParametersHaveRolePositionAndThePrefix) {
  EncodingContext place = make_place(Arrangement::index(5));
  place.prefix = "blocks.3.position";
  const auto subject = make_subject(GetParam(), place);
  for (const Parameter& parameter : subject->parameters.list()) {
    EXPECT_EQ(parameter.role, Role::position) << parameter.name;
    EXPECT_EQ(parameter.name.find("blocks.3.position."), 0U) << parameter.name;
    EXPECT_GE(parameter.fan_in, 1) << parameter.name;
  }
}

/// Options under which nothing of the encoding depends on the number of tokens.
Tree length_free_options(const std::string& name) {
  const auto own = position_family().find(name).make_options();
  Tree options = Tree::object();
  for (const auto& [option, value] : {std::pair{"threshold", 2.2}, {"reach", 6.0}})
    if (has_option(*own, option)) options[option] = value;
  for (const char* option : {"clip", "span", "max_distance"})
    if (has_option(*own, option)) options[option] = 40;
  return options;
}

/// What the encoding does to the first `count` tokens of a sample, as numbers.
std::vector<double> effect_on(const PositionSubject& subject, Index count) {
  const Position& position = *subject.position;
  std::vector<double> found;
  const auto keep = [&](const Tensor& x, Index columns) {
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < columns; ++j) found.push_back(static_cast<double>(x.view()(i, j)));
  };
  Tensor ones(subject.length(), 8);
  std::fill_n(ones.data(), ones.size(), real(0.7));
  Tensor x = ones;
  if (position.adds_to_embeddings()) position.add_to_embeddings(x.view(), all_positions(subject.length()));
  if (position.rotates()) position.rotate(x.view(), all_positions(subject.length()));
  keep(x, 8);
  if (position.adds_to_scores()) keep(scores_of(subject, ones.view(), 0), count);
  if (position.reads_content()) {
    ContentSubject content{all_positions(subject.length()), ones, ones, ones, 0, real(1)};
    keep(content.scores(position), count);
  }
  return found;
}

// extends and clamps: the same weights serve longer samples, and what stood there before is encoded as before. refuses:
// there are no weights for the new tokens, or the old ones are encoded in another way.
TEST_P(PositionFamily, DoesBeyondTheTrainedLengthWhatItsLineSays) {
  const auto& line = position_family().find(GetParam());
  ASSERT_TRUE(line.beyond == "extends" || line.beyond == "clamps" || line.beyond == "refuses") << line.beyond;
  const Tree options = length_free_options(GetParam());
  const auto made = [&](Index count) {
    return make_subject(GetParam(), make_place(Arrangement::index(count)), options);
  };
  const auto trained = made(6);
  const auto longer = made(150);
  const bool same_weights = trained->parameters.size() == longer->parameters.size();
  bool same_effect = same_weights;
  if (same_weights) {
    const std::vector<double> before = effect_on(*trained, 6);
    const std::vector<double> after = effect_on(*longer, 6);
    for (std::size_t i = 0; i < before.size(); ++i)
      same_effect = same_effect && std::abs(before[i] - after[i]) <= 1e-5 * std::max(1.0, std::abs(before[i]));
  }
  EXPECT_EQ(same_effect, line.beyond != "refuses");
  if (line.beyond != "clamps") return;
  Tensor ones(150, 8);
  std::fill_n(ones.data(), ones.size(), real(0.7));
  Tensor all;
  if (longer->position->reads_content())
    all = ContentSubject{all_positions(150), ones, ones, ones, 0, real(1)}.scores(*longer->position);
  else
    all = scores_of(*longer, ones.view(), 0);
  EXPECT_EQ(all.view()(149, 0), all.view()(149, 1));
  EXPECT_NE(all.view()(149, 0), all.view()(149, 148));
}

INSTANTIATE_TEST_SUITE_P(All, PositionFamily, testing::ValuesIn(position_family().names()),
                         [](const auto& info) { return info.param; });

void expect_refusal(const std::string& name, const EncodingContext& place, const Tree& options,
                    const std::string& text) {
  try {
    make_subject(name, place, options);
    ADD_FAILURE() << name << " accepts " << options.dump();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TEST(PositionErrors, NameTheThingTheGivenAndTheWanted) {
  const EncodingContext index = make_place(Arrangement::index(6));
  const EncodingContext square = make_place(Arrangement::grid({2, 3}), 10, 1, 10);
  expect_refusal("grid", square, {}, "grid: width 10 is not a multiple of 4");
  expect_refusal("rotary", square, {}, "rotary: head width 10 is not a multiple of 4");
  expect_refusal("rotary", index, {{"base", -1}}, "position.base: expected more than 0, not -1");
  expect_refusal("learned", index, {{"rows", 5}}, "a table of 5 rows is too short for samples of 6 tokens");
  expect_refusal("low_rank", index, {{"rank", 0}}, "position.rank: expected 1 or more, not 0");
  expect_refusal("mds", index, {{"rank", 6}}, "rank 6 given, expected 1 to 5");
  expect_refusal("mds", index, {{"norm", 0}}, "position.norm: expected more than 0, not 0");
  expect_refusal("mds", make_place(Arrangement::distances(Table(6, 6))), {}, "no axis is above the noise level");
  expect_refusal("laplacian", index, {{"count", 6}}, "count 6 given, expected 1 to 5");
  expect_refusal("t5_bias", index, {{"buckets", 7}}, "7 buckets given, expected an even number of 4 or more");
  expect_refusal("t5_bias", index, {{"max_distance", 8}}, "max_distance 8 given");
  expect_refusal("relative", index, {{"clip", -1}}, "position.clip: expected 1 or more, not -1");
  expect_refusal("fire", index, {{"hidden", 0}}, "position.hidden: expected 1 or more, not 0");
  expect_refusal("fixed_table", index, {{"file", ""}}, "no file given");
  expect_refusal("fixed_table", index, {{"file", "nowhere.npy"}}, "nowhere.npy");
}

TEST(PositionErrors, AFileOfAnotherShapeIsNamedWithBothShapes) {
  const std::string file = testing::TempDir() + "positions_nine_rows.npy";
  std::vector<double> values(9 * 8, 0.5);
  write_npy(file, {9, 8}, values);
  const EncodingContext place = make_place(Arrangement::index(6));
  expect_refusal("fixed_table", place, {{"file", file}},
                 file + " has shape (9, 8), but tokens and model width require (6, 8); cut = true");
  const auto subject = make_subject("fixed_table", place, {{"file", file}, {"cut", true}});
  EXPECT_EQ(subject->parameters.find("position.table").rows, 6);
  values[10] = std::nan("");
  write_npy(file, {9, 8}, values);
  expect_refusal("fixed_table", place, {{"file", file}, {"cut", true}}, "row 1, column 2");
}

TEST(PositionErrors, ADisconnectedGraphHasNoLaplacianAndNoPaths) {
  Table weights(4, 4);
  weights(0, 1) = weights(1, 0) = weights(2, 3) = weights(3, 2) = 1;
  const EncodingContext place = make_place(Arrangement::graph(weights));
  expect_refusal("laplacian", place, {}, "no path between token 0 and token 2");
  expect_refusal("alibi", place, {}, "no path between token 0 and token 2");
}

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
