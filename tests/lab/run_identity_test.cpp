// What names a run, and what does not.
#include "sextant/lab/run_identity.h"

#include <gtest/gtest.h>

#include <set>

#include "sextant/core/code_version.h"
#include "sextant/core/tree.h"
#include "sextant/train/engine.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

Configuration read(const Tree& changes = Tree::object()) { return Configuration::read(changes); }

Tree choose(const char* section, const char* kind) { return {{section, {{"kind", kind}}}}; }

TEST(RunIdentity, CodeIsTheEngineAndTheVariantsThatTheRunNames) {
  const Configuration job = read();
  std::vector<std::string> parts{engine_version()};
  for (const auto& [family, name] : std::vector<std::pair<std::string, std::string>>{{"tasks", job.task.kind},
                                                                                     {"positions", job.position.kind},
                                                                                     {"initialisers", job.init.kind},
                                                                                     {"optimizers", job.optimizer.kind},
                                                                                     {"schedules", job.schedule.kind},
                                                                                     {"mixers", job.model.mixer},
                                                                                     {"feed_forwards", "dense"}})
    parts.push_back(family + "/" + name + " " + variant_version(family, name));
  EXPECT_EQ(code_version(job), combine_versions(parts));
  EXPECT_EQ(variant_versions(job).size(), 7u);
}

TEST(RunIdentity, CodeDiffersWithEachVariantAndWithNothingElse) {
  std::set<std::string> codes{code_version(read())};
  for (const Tree& changes : {choose("task", "addition"), choose("position", "rotary"), choose("init", "kaiming"),
                              choose("optimizer", "sgd"), choose("schedule", "warmup_cosine"),
                              Tree{{"model", {{"mixer", "gru"}}}}, Tree{{"model", {{"feed_forward_kind", "gated"}}}}})
    EXPECT_TRUE(codes.insert(code_version(read(changes))).second) << changes.dump();
  for (const Tree& changes : {Tree{{"seed", 5}}, Tree{{"precision", "double"}}, Tree{{"model", {{"width", 64}}}},
                              Tree{{"train", {{"steps", 3}}}}, Tree{{"task", {{"length", 6}}}}})
    EXPECT_EQ(code_version(read(changes)), code_version(read())) << changes.dump();
}

TEST(RunIdentity, EveryVariantOfEveryListHasADigest) {
  const Engine& own = engine("float");
  for (const Catalogue* family :
       {&own.positions(), &own.initialisers(), &own.optimizers(), &schedules().catalogue(), &task_family().catalogue()})
    for (const auto& name : family->names()) EXPECT_NO_THROW(variant_version(family->noun(), name)) << name;
}

TEST(RunIdentity, ANameHangsOnOptionsDataAndCode) {
  const TemporaryDirectory directory;
  const std::string points = directory.make_file("points.csv", "0\n1\n2\n5\n");
  const auto job = [&](const std::string& kind) {
    return read({{"position", {{"kind", kind}, {"arrangement", "coordinates:" + points}}}});
  };
  const std::string name = name_run("job", job("rotary"));
  std::set<std::string> names{name};
  EXPECT_TRUE(names.insert(name_run("job", job("alibi"))).second);
  EXPECT_TRUE(names.insert(name_run("job", read({{"seed", 9}}))).second);
  directory.make_file("points.csv", "0\n1\n2\n66\n");
  EXPECT_TRUE(names.insert(name_run("job", job("rotary"))).second);
  Configuration same = read();
  same.train.threads = 7;
  same.train.checkpoint_every = 3;
  EXPECT_EQ(name_run("job", same), name_run("job", read()));
  EXPECT_TRUE(name.starts_with("job-"));
}

}  // namespace
}  // namespace sextant::test
