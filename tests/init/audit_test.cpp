// The audit: sound starts pass for every initialiser and seed; each seeded fault is caught and named.
#include <cmath>
#include <functional>
#include <limits>

#include "sextant/positions/position.h"
#include "tests/support/init_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

class InitialiserAudit : public testing::TestWithParam<std::string> {};

TEST_P(InitialiserAudit, PassesWhatWasDrawn) {
  const auto initialiser = make_initialiser(GetParam());
  for (const std::optional<double> sigma :
       {std::optional<double>(), std::optional<double>(0.2), std::optional<double>(0.0)})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Parameters parameters;
      declare_model(parameters);
      sextant::init::initialise(parameters, *initialiser, sigma, seed);
      EXPECT_NO_THROW(require_audit(audit(parameters, *initialiser, sigma))) << "seed " << seed;
    }
}

TEST_P(InitialiserAudit, PassesTheSmallestTensors) {
  const auto initialiser = make_initialiser(GetParam());
  for (Index size = 1; size <= 12; ++size) {
    Parameters parameters;
    parameters.add({.name = "weight", .rows = size, .columns = 1, .fan_in = 1});
    parameters.add({.name = "bias", .kind = ParameterKind::bias, .rows = 1, .columns = size, .fan_in = 1});
    parameters.allocate();
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      sextant::init::initialise(parameters, *initialiser, {}, seed);
      EXPECT_NO_THROW(require_audit(audit(parameters, *initialiser, {}))) << "size " << size << " seed " << seed;
    }
  }
}

TEST_P(InitialiserAudit, PassesEveryEncoding) {
  const auto initialiser = make_initialiser(GetParam());
  for (const auto& variant : position_family().variants()) {
    const auto own = variant.make_options();
    bool wants_file = false;
    for (const std::string& option : option_names({own.get()})) wants_file = wants_file || option == "file";
    if (wants_file) continue;  // given values: checked below
    Parameters parameters;
    const auto position = variant.make(*own, {16, 2, 8, false, Arrangement::index(12), "position"}, parameters);
    parameters.allocate();
    for (const std::optional<double> sigma : {std::optional<double>(), std::optional<double>(0.2)}) {
      sextant::init::initialise(parameters, *initialiser, sigma, 3);
      EXPECT_NO_THROW(require_audit(audit(parameters, *initialiser, sigma))) << variant.name;
    }
  }
}

struct Fault {
  const char* tensor;
  const char* text;
  std::function<void(Parameter&)> seed;
};

TEST_P(InitialiserAudit, CatchesAndNamesEverySeededFault) {
  const auto scale_by = [](real factor) {
    return [factor](Parameter& p) {
      for (Index j = 0; j < p.size(); ++j) p.value.data[j] *= factor;
    };
  };
  const auto set = [](Index j, real value) { return [j, value](Parameter& p) { p.value.data[j] = value; }; };
  const real nan = std::numeric_limits<real>::quiet_NaN();
  const std::vector<Fault> faults{
      {"query.weight", "deviation", scale_by(real(0.8))},
      {"feed_forward.in.weight", "1 of 3840 entries are not finite", set(7, nan)},
      {"readout.weight", "1 of 480 entries are not finite", set(0, std::numeric_limits<real>::infinity())},
      {"token.table", "2880 of 2880 entries are not finite (never initialised?)",
       [&](Parameter& p) { std::fill_n(p.value.data, p.size(), nan); }},
      {"position.table", "deviation", [](Parameter& p) { std::fill_n(p.value.data, p.size(), real(0)); }},
      {"position.frozen", "mean",
       [](Parameter& p) {
         for (Index j = 0; j < p.size(); ++j) p.value.data[j] = std::abs(p.value.data[j]);
       }},
      {"norm.gain", "entry 3 is 1.00001", set(3, real(1.00001))},
      {"norm.bias", "entry 5 is", set(5, real(1e-30))},
      {"given", "entry 1 is 0.5 instead of -0.5", set(1, real(0.5))},
      {"feed_forward.out.weight", "fan-in 48 declared for a weight of 80 inputs", [](Parameter& p) { p.fan_in = 48; }},
  };
  const auto initialiser = make_initialiser(GetParam());
  for (const Fault& fault : faults) {
    Parameters parameters;
    declare_model(parameters);
    sextant::init::initialise(parameters, *initialiser, {}, 9);
    fault.seed(parameters.find(fault.tensor));
    try {
      require_audit(audit(parameters, *initialiser, {}));
      ADD_FAILURE() << "not caught: " << fault.tensor << ", " << fault.text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(fmt::format("initialisation of {} ", fault.tensor)), std::string::npos)
          << error.what();
      EXPECT_NE(std::string(error.what()).find(fault.text), std::string::npos) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, InitialiserAudit, testing::ValuesIn(initialisers().names()),
                         [](const auto& info) { return info.param; });

TEST(Audit, SeesAValueOutsideAUniform) {
  const auto initialiser = make_initialiser("pytorch");
  Parameters parameters;
  declare_model(parameters);
  sextant::init::initialise(parameters, *initialiser, {}, 9);
  parameters.find("readout.bias").value(0, 4) = real(0.15);  // bound 0.1443
  try {
    require_audit(audit(parameters, *initialiser, {}));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("entry 4 is 0.15, outside U(-0.144338, 0.144338)"), std::string::npos)
        << error.what();
  }
}

TEST(Audit, SeesAnEmbeddingDrawnForAnotherWidth) {
  const auto initialiser = make_initialiser("fan_in_power");
  Parameters parameters;
  declare_model(parameters);
  sextant::init::initialise(parameters, *initialiser, {}, 9);
  parameters.find("token.table").fan_in = 60;
  EXPECT_THROW(require_audit(audit(parameters, *initialiser, {})), Error);
}

TEST(Audit, LowRankProductHasTheSigmaAskedFor) {
  for (const Index rank : {1, 4, 32}) {
    const auto& variant = position_family().find("low_rank");
    const auto own = variant.make_options();
    read_options(Tree{{"rank", rank}}, "position", {own.get()});
    double squares = 0;
    Index count = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Parameters parameters;
      const auto position = variant.make(*own, {64, 1, 64, false, Arrangement::index(50), "position"}, parameters);
      parameters.allocate();
      sextant::init::initialise(parameters, *make_initialiser("pytorch"), 0.2, seed);
      for (const double value : position->geometry().table.values) squares += value * value;
      count += 50 * 64;
    }
    EXPECT_NEAR(std::sqrt(squares / static_cast<double>(count)), 0.2, 0.01) << "rank " << rank;
  }
}

TEST(Audit, TextAndCsvHaveARowPerTensor) {
  const auto initialiser = make_initialiser("pytorch");
  Parameters parameters;
  declare_model(parameters);
  sextant::init::initialise(parameters, *initialiser, {}, 9);
  const auto rows = audit(parameters, *initialiser, {});
  const std::string text = audit_text(rows);
  const std::string csv = audit_csv(rows);
  const auto lines = [](const std::string& s) { return std::count(s.begin(), s.end(), '\n'); };
  EXPECT_EQ(lines(text), static_cast<std::ptrdiff_t>(rows.size()) + 1);
  EXPECT_EQ(lines(csv), static_cast<std::ptrdiff_t>(rows.size()) + 1);
  EXPECT_NE(csv.find("\ntoken.table,token,60,48,48,\"N(0, 1^2)\",1,"), std::string::npos) << csv;
  EXPECT_NE(text.find("as declared"), std::string::npos) << text;
}

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
