// Options under the names of earlier versions.
#include "sextant/core/renamed_options.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sextant/results/axis.h"
#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

TEST(RenamedOptions, TheOldNameOfAnOptionStillSetsIt) {
  const Tree read = with_current_option_names(parse_toml("seed = 3\n[train]\nlanes = 4\nsteps = 9", "job"));
  EXPECT_EQ(read, parse_toml("seed = 3\n[train]\ngradient_shards = 4\nsteps = 9", "job"));
  Tree tree = parse_toml("[task]\narrangement = \"index\"", "job");
  apply_override(tree, "task.places=words");
  EXPECT_EQ(tree.at("task"), (Tree{{"arrangement", "words"}}));
  EXPECT_EQ(results::parse_axis("train.lanes", "1,2").key, "train.gradient_shards");
}

TEST(RenamedOptions, BothNamesAtOnceAreRefused) {
  const Tree both = parse_toml("[train]\nlanes = 4\ngradient_shards = 2", "job");
  EXPECT_EQ(error_text([&] { with_current_option_names(both); }),
            "train.lanes: the same option as train.gradient_shards; give one of them");
}

}  // namespace
}  // namespace sextant::test
