// Runs of one sweep that are read from different files: the finished ones from the store, the others from their
// directories.
#include "sextant/report/gathering.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sextant/core/files.h"
#include "sextant/results/sweep_directory.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

/// Every kind of value that an option can have.
std::string configuration(Index seed, const std::string& gamma) {
  return fmt::format(
      "seed = {}\n[model]\ncausal = true\nshape = [4, 4]\n[position]\nkind = \"learned\"\nsigma = \"auto\"\n"
      "[init]\ngamma = {}\n[train]\nsteps = 10\n",
      seed, gamma);
}

class ReportGathering : public testing::Test {
 protected:
  void begin_run(const std::string& name, const std::string& text) {
    make_directory(sweep_.run(name));
    write_file_atomically(sweep_.run(name) + "/config.toml", text);
  }

  void finish_run(const std::string& name, const std::string& text) {
    begin_run(name, text);
    write_file_atomically(sweep_.run(name) + "/result.json",
                          R"({"status": "done", "step": 10, "steps": 10, "code": "c", "parameters": 5,)"
                          R"( "metrics": {"test": {"loss": 0.5, "accuracy": 0.75}}})");
    Store(sweep_.store()).record({sweep_.run(name)});
  }

  TemporaryDirectory scratch_;
  SweepDirectory sweep_{scratch_.file("sweep")};
};

TEST_F(ReportGathering, ARunningRunIsInTheGroupOfTheFinishedOneOfItsConfiguration) {
  finish_run("finished", configuration(1, "1.0"));
  begin_run("running", configuration(2, "1.0"));
  const Gathering all = gather_results({sweep_.path});
  ASSERT_EQ(all.sets.size(), 1U);
  ASSERT_EQ(all.sets[0].runs.size(), 2U);
  EXPECT_EQ(all.sets[0].runs[0].status, "done");
  EXPECT_EQ(all.sets[0].runs[1].status, "running");
  EXPECT_EQ(differing_keys(all.sets[0].runs), std::vector<std::string>{"seed"});
  for (const std::vector<std::string>& axes :
       {std::vector<std::string>{}, {"model.causal"}, {"model.shape"}, {"position.sigma"}, {"init.gamma"}}) {
    const Grouping grouping = group_by_settings(all.sets[0].runs, axes);
    EXPECT_EQ(grouping.axes, axes);
    EXPECT_EQ(grouping.groups.size(), 1U) << fmt::format("{}", fmt::join(axes, " "));
  }
}

TEST_F(ReportGathering, OneValueHasOneLabelHoweverItWasTyped) {
  finish_run("finished", configuration(1, "1.0"));
  begin_run("running", configuration(2, "1"));
  const Gathering all = gather_results({sweep_.path});
  const Grouping grouping =
      group_by_settings(all.sets.at(0).runs, {"model.causal", "model.shape", "position.sigma", "init.gamma"});
  ASSERT_EQ(grouping.groups.size(), 1U);
  EXPECT_EQ(grouping.label(grouping.groups[0], {0, 1, 2, 3}), "model.causal=1 model.shape=[4,4] init.gamma=1");
}

}  // namespace
}  // namespace sextant::test
