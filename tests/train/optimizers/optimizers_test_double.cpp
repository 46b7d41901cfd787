// Optimisers against their formulas, written out number by number, and what all of them promise.
#include <gtest/gtest.h>

#include <cmath>

#include "sextant/core/random.h"
#include "sextant/core/tree.h"
#include "sextant/train/optimizers/optimizer.h"

namespace sextant::test {
namespace {

/// Three tensors of different roles, the last one frozen; sizes that no vector width divides.
struct Model {
  Parameters parameters;
  Model() {
    parameters.add({.name = "query", .role = Role::query, .rows = 3, .columns = 7, .fan_in = 7});
    parameters.add(
        {.name = "norm", .role = Role::norm, .kind = ParameterKind::gain, .rows = 1, .columns = 5, .fan_in = 5});
    parameters.add(
        {.name = "frozen", .role = Role::position, .rows = 2, .columns = 3, .fan_in = 3, .trainable = false});
    parameters.allocate();
    const Random random(1, Stream::initialisation);
    for (std::size_t i = 0; i < parameters.values().size(); ++i)
      parameters.values()[i] = static_cast<real>(random.normal(i));
  }
  std::span<real> trained() { return parameters.values().first(static_cast<std::size_t>(parameters.trainable_size())); }
};

std::vector<real> draw_gradients(std::size_t count, std::uint64_t step) {
  std::vector<real> gradients(count);
  const Random random(2, Stream::data, step);
  for (std::size_t i = 0; i < count; ++i) gradients[i] = static_cast<real>(random.normal(i));
  return gradients;
}

std::unique_ptr<Optimizer> make(const std::string& kind, const Tree& options, const Parameters& parameters) {
  const auto& variant = optimizers().find(kind);
  const auto own = variant.make_options();
  read_options(options, "optimizer", {own.get()});
  return variant.make(*own, parameters);
}

constexpr std::size_t query_end = 21;
constexpr double rate = 0.05;
constexpr double scale = 0.5;

/// Five steps with an optimiser, and five with `reference(p, g, step, number)` on each number.
template <class Reference>
void expect_same_path(const std::string& kind, const Tree& options, const Reference& reference) {
  Model model;
  const auto optimizer = make(kind, options, model.parameters);
  std::vector<double> expected(model.trained().begin(), model.trained().end());
  for (Index step = 1; step <= 5; ++step) {
    const auto gradients = draw_gradients(expected.size(), static_cast<std::uint64_t>(step));
    optimizer->update(model.trained(), gradients, rate, scale, step);
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] = reference(expected[i], scale * gradients[i], static_cast<double>(step), i);
  }
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(model.trained()[i], expected[i], 1e-14) << i;
}

struct AdamReference {
  std::vector<double> m = std::vector<double>(26), v = std::vector<double>(26);
  double step(double p, double g, double t, std::size_t i, double b1, double b2, double epsilon) {
    m[i] = b1 * m[i] + (1 - b1) * g;
    v[i] = b2 * v[i] + (1 - b2) * g * g;
    const double m_hat = m[i] / (1 - std::pow(b1, t));
    const double v_hat = v[i] / (1 - std::pow(b2, t));
    return p - rate * m_hat / (std::sqrt(v_hat) + epsilon);
  }
};

TEST(Optimizers, SgdFollowsItsFormula) {
  expect_same_path("sgd", {{"weight_decay", 0.1}},
                   [](double p, double g, double, std::size_t) { return p - rate * (g + 0.1 * p); });
}

TEST(Optimizers, SgdWithMomentumFollowsItsFormula) {
  std::vector<double> velocity(26);
  expect_same_path("sgd", {{"momentum", 0.9}, {"weight_decay", 0.1}}, [&](double p, double g, double, std::size_t i) {
    velocity[i] = 0.9 * velocity[i] + g + 0.1 * p;
    return p - rate * velocity[i];
  });
}

TEST(Optimizers, AdamAddsDecayToTheGradient) {
  AdamReference reference;
  expect_same_path("adam", {{"beta1", 0.8}, {"beta2", 0.95}, {"epsilon", 1e-3}, {"weight_decay", 0.1}},
                   [&](double p, double g, double t, std::size_t i) {
                     return reference.step(p, g + 0.1 * p, t, i, 0.8, 0.95, 1e-3);
                   });
}

TEST(Optimizers, AdamWShrinksFirst) {
  AdamReference reference;
  expect_same_path("adamw", {{"beta1", 0.8}, {"beta2", 0.95}, {"epsilon", 1e-3}, {"weight_decay", 0.1}},
                   [&](double p, double g, double t, std::size_t i) {
                     return reference.step(p * (1 - rate * 0.1), g, t, i, 0.8, 0.95, 1e-3);
                   });
}

TEST(Optimizers, DecayByRole) {
  AdamReference reference;
  expect_same_path("adamw", {{"weight_decay", 0.1}, {"decay_roles", {"query"}}},
                   [&](double p, double g, double t, std::size_t i) {
                     const double shrink = i < query_end ? 1 - rate * 0.1 : 1;
                     return reference.step(p * shrink, g, t, i, 0.9, 0.999, 1e-8);
                   });
}

TEST(Optimizers, UnknownRoleNamesTheNearest) {
  const Model model;
  for (const auto& variant : optimizers().variants()) {
    try {
      make(variant.name, {{"decay_roles", {"querry"}}}, model.parameters);
      FAIL() << variant.name << " took a role that does not exist";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("did you mean query?"), std::string::npos) << error.what();
    }
  }
}

TEST(Optimizers, AllGoDownhillAndLeaveFrozenAlone) {
  for (const auto& variant : optimizers().variants()) {
    SCOPED_TRACE(variant.name);
    Model model;
    const auto optimizer = variant.make(*variant.make_options(), model.parameters);
    const std::vector<real> frozen(model.parameters.values().begin() + 26, model.parameters.values().end());
    std::vector<real> gradients(model.trained().size());
    for (Index step = 1; step <= 500; ++step) {  // of |p - 1|^2 / 2
      for (std::size_t i = 0; i < gradients.size(); ++i) gradients[i] = model.trained()[i] - 1;
      optimizer->update(model.trained(), gradients, 0.05, 1, step);
    }
    for (const real p : model.trained()) EXPECT_NEAR(p, 1, 0.02);
    EXPECT_TRUE(std::equal(frozen.begin(), frozen.end(), model.parameters.values().begin() + 26));
  }
}

TEST(Optimizers, StateIsAllThatIsRemembered) {
  for (const auto& variant : optimizers().variants()) {
    SCOPED_TRACE(variant.name);
    Tree options = Tree::object();
    const auto own = variant.make_options();
    for (const auto& name : option_names({own.get()}))
      if (name == "momentum") options["momentum"] = 0.9;
    Model straight, resumed;
    const auto one = make(variant.name, options, straight.parameters);
    auto two = make(variant.name, options, resumed.parameters);
    for (Index step = 1; step <= 6; ++step) {
      const auto gradients = draw_gradients(26, static_cast<std::uint64_t>(step));
      one->update(straight.trained(), gradients, rate, 1, step);
      two->update(resumed.trained(), gradients, rate, 1, step);
      auto fresh = make(variant.name, options, resumed.parameters);
      auto from = two->state();
      auto to = fresh->state();
      ASSERT_EQ(from.size(), to.size());
      for (std::size_t s = 0; s < from.size(); ++s) {
        ASSERT_EQ(from[s].values.size(), 26U);
        std::copy(from[s].values.begin(), from[s].values.end(), to[s].values.begin());
      }
      two = std::move(fresh);
    }
    EXPECT_TRUE(std::equal(straight.trained().begin(), straight.trained().end(), resumed.trained().begin()));
  }
}

}  // namespace
}  // namespace sextant::test
