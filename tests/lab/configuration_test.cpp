// Configurations: read, refused, written and read again.
#include "sextant/lab/configuration.h"

#include <gtest/gtest.h>

#include "sextant/core/tree.h"
#include "sextant/lab/catalogue.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

std::string refused_configuration(const std::string& toml) {
  return error_text([&] { Configuration::read(parse_toml(toml, "job")); });
}

TEST(Configuration, ComesBackThroughToml) {
  Configuration changed = Configuration::read(parse_toml(
      "seed = 7\n[model]\nwidth = 48\n[position]\nkind = 'rotary'\nsigma = 0.1\n[train]\nclip = 0.1\n", "job"));
  EXPECT_EQ(changed.general.seed, 7);
  EXPECT_EQ(changed.model.width, 48);
  EXPECT_EQ(changed.position.kind, "rotary");
  const Tree written = changed.write();
  EXPECT_EQ(Configuration::read(parse_toml(write_toml(written), "again")).write(), written);
}

TEST(Configuration, EveryVariantOfEveryFamilyCanBeChosen) {
  const std::map<std::string, std::pair<std::string, std::string>> keys{
      {"tasks", {"task", "kind"}},
      {"mixers", {"model", "mixer"}},
      {"feed_forwards", {"model", "feed_forward_kind"}},
      {"positions", {"position", "kind"}},
      {"initialisers", {"init", "kind"}},
      {"optimizers", {"optimizer", "kind"}},
      {"schedules", {"schedule", "kind"}}};
  for (const auto& family : make_catalogue()) {
    if (!keys.contains(family.name)) continue;  // analyses are no part of a run
    for (const auto& entry : family.entries) {
      const auto& [section, key] = keys.at(family.name);
      const Configuration chosen = Configuration::read(Tree{{section, {{key, entry.name}}}});
      EXPECT_EQ(chosen.write().at(section).at(key), entry.name);
      EXPECT_EQ(Configuration::read(chosen.write()).write(), chosen.write());
      EXPECT_TRUE(contains(describe_configuration(), entry.options)) << entry.name;
      EXPECT_FALSE(entry.sentence.empty()) << entry.name;
    }
  }
}

TEST(Configuration, RefusesWhatItDoesNotKnow) {
  EXPECT_TRUE(contains(refused_configuration("[modle]\nwidth = 3"), "modle: no such section; did you mean model?"));
  EXPECT_TRUE(contains(refused_configuration("sed = 3"), "sed: no such option; did you mean seed?"));
  EXPECT_TRUE(
      contains(refused_configuration("[model]\nwidht = 3"), "model.widht: no such option; did you mean model.width?"));
  EXPECT_TRUE(contains(refused_configuration("[model]\nwidth = 'wide'"), "model.width: expected an integer"));
  EXPECT_TRUE(contains(refused_configuration("[position]\nkind = 'rotry'"), "did you mean rotary?"));
  EXPECT_TRUE(contains(refused_configuration("[position]\nkind = 3"), "position.kind: expected"));
  EXPECT_TRUE(contains(refused_configuration("[position]\nkind = 'none'\nbase = 3.0"),
                       "position.base: no option of position.kind=none, but of position.kind="));
  EXPECT_TRUE(contains(refused_configuration("model = 3"), "model: expected a section"));
  EXPECT_TRUE(contains(refused_configuration("seed = -1"), "seed: expected 0 or more"));
  EXPECT_TRUE(contains(refused_configuration("precision = 'half'"), "precision: expected one of float, double"));
}

TEST(Configuration, OnlyWhatChangesResultsIsItsIdentity) {
  const Configuration plain;
  Configuration other;
  other.train.gradient_shards = 4;
  EXPECT_NE(plain.write_identity(), other.write_identity());
  other = plain;
  other.train.threads = 2;
  other.train.checkpoint_every = 5;
  EXPECT_EQ(plain.write_identity(), other.write_identity());
  EXPECT_NE(plain.write(), other.write());
}

TEST(Configuration, NamesTheFilesItReads) {
  const auto files = [](const char* toml) { return Configuration::read(parse_toml(toml, "job")).data_files(); };
  EXPECT_TRUE(files("[position]\nkind = 'fixed_table'\narrangement = 'grid:2x2'").empty());
  EXPECT_EQ(files("[position]\nkind = 'fixed_table'\nfile = 'b.safetensors#wpe'\narrangement = 'graph:a.csv'"),
            (std::vector<std::string>{"a.csv", "b.safetensors"}));
  const TemporaryDirectory folder;
  folder.make_file("two.csv", "");
  folder.make_file("one.csv", "");
  EXPECT_EQ(files(fmt::format("[task]\nkind = 'latin_square'\ndata = '{}'", folder.path()).c_str()),
            (std::vector<std::string>{folder.file("one.csv"), folder.file("two.csv")}));
}

TEST(Configuration, DifferencesAreNamed) {
  Configuration other;
  other.train.steps = 7;
  EXPECT_EQ(describe_difference(Configuration().write(), other.write()), "train.steps is 1000 there and 7 here");
  EXPECT_EQ(describe_difference(other.write(), other.write()), "");
}

}  // namespace
}  // namespace sextant::test
