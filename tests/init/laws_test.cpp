// The law of each initialiser against its formula, and what all of them have in common.
#include <cmath>

#include "sextant/core/random.h"
#include "tests/support/init_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

double measured_deviation(const Parameter& parameter) {
  double squares = 0;
  for (Index j = 0; j < parameter.size(); ++j)
    squares += std::pow(static_cast<double>(parameter.value.data[j]), 2) / static_cast<double>(parameter.size());
  return std::sqrt(squares);
}

Law law_of(const std::string& initialiser, const std::string& tensor, const Tree& options = Tree::object(),
           std::optional<double> sigma = {}, Index depth = 2) {
  Parameters parameters;
  declare_model(parameters);
  return law_in_force(*make_initialiser(initialiser, options, depth), parameters.find(tensor), sigma);
}

TEST(FanInPower, MeasuredSpreadIsFanInToTheMinusGamma) {
  for (const double gamma : {0.3, 0.5, 0.8, 1.0}) {
    Parameters parameters;
    parameters.add({.name = "in", .role = Role::feed_forward_in, .rows = 1200, .columns = 400, .fan_in = 400});
    parameters.add({.name = "out", .role = Role::feed_forward_out, .rows = 400, .columns = 1200, .fan_in = 1200});
    parameters.add({.name = "token",
                    .role = Role::token,
                    .kind = ParameterKind::embedding,
                    .rows = 201,
                    .columns = 400,
                    .fan_in = 400});
    parameters.allocate();
    sextant::init::initialise(parameters, *make_initialiser("fan_in_power", {{"gamma", gamma}}), {}, 1);
    for (const Parameter& parameter : parameters.list()) {
      const double wanted = std::pow(static_cast<double>(parameter.fan_in), -gamma);
      EXPECT_NEAR(measured_deviation(parameter) / wanted, 1, 0.015) << parameter.name << " gamma " << gamma;
    }
  }
}

TEST(FanInPower, EachRoleMayHaveItsOwnGamma) {
  Parameters parameters;
  declare_model(parameters);
  for (const Role role : all_roles()) {
    if (role == Role::norm) continue;
    const auto initialiser = make_initialiser("fan_in_power", {{fmt::format("gamma_{}", name_of(role)), 0.9}});
    for (const Parameter& parameter : parameters.list()) {
      const Law law = law_in_force(*initialiser, parameter, {});
      if (law.kind != Law::Kind::normal) continue;
      const double gamma = parameter.role == role ? 0.9 : 0.5;
      EXPECT_DOUBLE_EQ(law.spread, std::pow(static_cast<double>(parameter.fan_in), -gamma)) << parameter.name;
    }
  }
}

TEST(FanInPower, BiasesAreUniformOrZero) {
  EXPECT_EQ(law_of("fan_in_power", "readout.bias").text(),
            fmt::format("U({0:.6g}, {1:.6g})", -1 / std::sqrt(48), 1 / std::sqrt(48)));
  EXPECT_EQ(law_of("fan_in_power", "readout.bias", {{"bias", "zero"}}).text(), "= 0");
}

TEST(Pytorch, HasTheDefaultsOfItsModules) {
  const double linear = 1 / std::sqrt(48.0);
  EXPECT_DOUBLE_EQ(law_of("pytorch", "feed_forward.in.weight").spread, linear);
  EXPECT_DOUBLE_EQ(law_of("pytorch", "feed_forward.in.bias").spread, linear);
  EXPECT_EQ(law_of("pytorch", "token.table").text(), "N(0, 1^2)");
  // nn.MultiheadAttention: three square matrices are one of (144, 48); another width is drawn on its own.
  EXPECT_DOUBLE_EQ(law_of("pytorch", "query.weight").spread, std::sqrt(6.0 / (144 + 48)));
  EXPECT_DOUBLE_EQ(law_of("pytorch", "value.weight").spread, std::sqrt(6.0 / (24 + 48)));
  EXPECT_EQ(law_of("pytorch", "query.bias").text(), "= 0");
  EXPECT_EQ(law_of("pytorch", "attention_output.bias").text(), "= 0");
  EXPECT_DOUBLE_EQ(law_of("pytorch", "attention_output.weight").spread, 1 / std::sqrt(24.0));
  const Tree plain{{"attention", "linear"}};
  EXPECT_DOUBLE_EQ(law_of("pytorch", "query.weight", plain).spread, linear);
  EXPECT_DOUBLE_EQ(law_of("pytorch", "query.bias", plain).spread, linear);
  EXPECT_DOUBLE_EQ(law_of("pytorch", "attention_output.bias", plain).spread, 1 / std::sqrt(24.0));
}

TEST(Pytorch, HasTheBoundsOfItoSquares) {
  Parameter weight{.name = "query", .role = Role::query, .rows = 160, .columns = 160, .fan_in = 160};
  EXPECT_NEAR(make_initialiser("pytorch")->law(weight).spread, 0.0968, 5e-5);
  weight.role = Role::attention_output;
  EXPECT_NEAR(make_initialiser("pytorch")->law(weight).spread, 0.0791, 5e-5);
}

TEST(Gpt2, DividesResidualOutputsByTheRootOfTwiceTheDepth) {
  for (const char* name : {"attention_output.weight", "feed_forward.out.weight"})
    EXPECT_DOUBLE_EQ(law_of("gpt2", name, {}, {}, 8).spread, 0.02 / 4) << name;
  EXPECT_DOUBLE_EQ(law_of("gpt2", "query.weight", {}, {}, 8).spread, 0.02);
  EXPECT_DOUBLE_EQ(law_of("gpt2", "position.table", {{"position", 0.01}}).spread, 0.01);
}

TEST(XavierAndKaiming, HaveTheirVariancesInBothShapes) {
  for (const char* shape : {"uniform", "normal"}) {
    EXPECT_NEAR(law_of("xavier", "feed_forward.in.weight", {{"distribution", shape}}).deviation(),
                std::sqrt(2.0 / (80 + 48)), 1e-15);
    EXPECT_NEAR(law_of("kaiming", "feed_forward.in.weight", {{"distribution", shape}}).deviation(), std::sqrt(2.0 / 48),
                1e-15);
  }
  EXPECT_NEAR(law_of("xavier", "query.weight", {{"gain", 3.0}}).deviation(), 3 / std::sqrt(48.0), 1e-15);
  EXPECT_EQ(law_of("kaiming", "feed_forward.in.bias").text(), "= 0");
}

class InitialiserFamily : public testing::TestWithParam<std::string> {};

TEST_P(InitialiserFamily, LeavesGainsNormsAndGivenValuesAlone) {
  EXPECT_EQ(law_of(GetParam(), "norm.gain").text(), "= 1");
  EXPECT_EQ(law_of(GetParam(), "norm.bias").text(), "= 0");
  EXPECT_EQ(law_of(GetParam(), "given", {}, 0.5).text(), "given");
}

TEST_P(InitialiserFamily, PositionSigmaWins) {
  for (const char* name : {"position.table", "position.frozen"})
    EXPECT_EQ(law_of(GetParam(), name, {}, 0.3).text(), "N(0, 0.3^2)") << name;
  EXPECT_DOUBLE_EQ(law_of(GetParam(), "position.weight", {}, 0.3).spread, 0.3 / std::sqrt(24.0));
  EXPECT_EQ(law_of(GetParam(), "token.table", {}, 0.3).text(), law_of(GetParam(), "token.table").text());
  Parameter mapping{
      .name = "right", .role = Role::position, .rows = 16, .columns = 48, .fan_in = 16, .carries_sigma = false};
  EXPECT_DOUBLE_EQ(law_in_force(*make_initialiser(GetParam()), mapping, 0.3).spread, 0.25);
  EXPECT_THROW(law_of(GetParam(), "position.table", {}, -1.0), Error);
}

TEST_P(InitialiserFamily, DrawsTheNumbersOfItsCounterAndNothingElse) {
  const auto initialiser = make_initialiser(GetParam());
  Parameters parameters;
  declare_model(parameters);
  sextant::init::initialise(parameters, *initialiser, {}, 42);
  std::uint32_t part = 0;
  for (const Parameter& parameter : parameters.list()) {
    const Law law = law_in_force(*initialiser, parameter, {});
    const Random random(42, Stream::initialisation, 0, part++);
    const auto last = static_cast<std::uint64_t>(parameter.size() - 1);
    const real drawn = parameter.value.data[last];
    if (law.kind == Law::Kind::normal) {
      EXPECT_EQ(drawn, static_cast<real>(law.spread * random.normal(last)));
    }
    if (law.kind == Law::Kind::uniform) {
      EXPECT_EQ(drawn, static_cast<real>(law.spread * (2 * random.uniform(last) - 1)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, InitialiserFamily, testing::ValuesIn(initialisers().names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
