// Positions against modules and connectivity, and prediction against shifted variables.
#include <gtest/gtest.h>

#include "sextant/core/random.h"
#include "sextant/lab/analyse.h"
#include "tests/support/small_job.h"

namespace sextant::test {
namespace {

Configuration network_job(Index steps) {
  return Configuration::read({{"precision", "double"},
                              {"task",
                               {{"kind", "network_simulation"},
                                {"modules", 3},
                                {"nodes", 4},
                                {"steps", 3000},
                                {"test_steps", 200},
                                {"test_masks", Tree::array()}}},
                              {"precision", "double"},
                              {"model", {{"width", 16}, {"depth", 1}, {"mask_vector", true}}},
                              {"position", {{"kind", "learned"}, {"sigma", 0.1}}},
                              {"optimizer", {{"kind", "adam"}, {"learning_rate", 5e-3}}},
                              {"train", {{"steps", steps}, {"batch", 16}}}});
}

Findings measure(const std::string& name, const Subject& subject, const Tree& options) {
  const auto& variant = analyses().find(name);
  const auto own = variant.make_options();
  read_options(options, name, {own.get()});
  return variant.make(*own)->measure(subject);
}

/// Rows around one centre for each module.
void put_modules(Assembly& assembly, const std::vector<std::string>& modules, double noise) {
  Parameter& table = transformer_of(assembly).parameters().find("position.table");
  const Random random(3, Stream::data);
  for (Index i = 0; i < table.rows; ++i)
    for (Index k = 0; k < table.columns; ++k) {
      const auto centre =
          static_cast<std::uint64_t>(std::hash<std::string>()(modules[static_cast<std::size_t>(i)]) % 97);
      table.value(i, k) = random.normal(centre * 100 + static_cast<std::uint64_t>(k)) +
                          noise * Random(4, Stream::data).normal(static_cast<std::uint64_t>(i * 100 + k));
    }
}

TEST(Modules, ArePerfectWherePositionsAreTheirCentres) {
  Assembly assembly(network_job(1));
  assembly.session().initialise();
  const auto modules = assembly.task().token_facts().modules;
  put_modules(assembly, modules, 0.1);
  const Subject subject = make_subject(assembly, 0);
  const Findings found = measure("modules", subject, {{"draws", 199}});
  EXPECT_NEAR(found.number("ari"), 1, 1e-12);
  EXPECT_NEAR(found.number("ari_found"), 1, 1e-12);
  EXPECT_EQ(found.number("found"), 3);
  EXPECT_GT(found.number("modularity"), 0.6);
  EXPECT_EQ(found.number("modularity_p"), 1.0 / 200);
  EXPECT_LT(found.number("modularity_shuffled"), 0.1);
  EXPECT_EQ(found.panels.size(), 3u);
  const Findings pairs = measure("connectivity", subject, {{"draws", 199}});
  EXPECT_GT(pairs.number("rsa"), 0.25);  // centres are random, so only pairs within and between are told apart
  EXPECT_LE(pairs.number("rsa_p"), 0.025);
  EXPECT_EQ(pairs.number("distance_correlation_p"), 1.0 / 200);
}

TEST(Modules, AreNotThereWherePositionsAreRandom) {
  Assembly assembly(network_job(1));
  assembly.session().initialise();
  const Subject subject = make_subject(assembly, 0);
  const Findings found = measure("modules", subject, {{"draws", 199}});
  EXPECT_LT(found.number("modularity"), 0.2);
  EXPECT_GT(found.number("modularity_p"), 0.01);
  EXPECT_GT(measure("connectivity", subject, {{"draws", 199}}).number("rsa_p"), 0.01);
}

TEST(Independence, IsRefusedOnlyByAModelThatLearned) {
  Assembly assembly(network_job(1));
  assembly.session().initialise();
  EXPECT_GT(measure("independence", make_subject(assembly, 0), {{"draws", 99}}).number("p"), 0.01);
  for (int step = 0; step < 600; ++step) assembly.session().make_step();
  const Findings found = measure("independence", make_subject(assembly, 0), {{"draws", 99}});
  EXPECT_EQ(found.number("p"), 0.01);
  EXPECT_LT(found.number("error"), found.number("shifted") - 0.1);
  EXPECT_EQ(found.tables.front().table.columns, 99);
}

}  // namespace
}  // namespace sextant::test
