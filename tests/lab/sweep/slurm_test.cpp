// Packing runs into tasks, and the scripts for sbatch, run here by the shell alone.
#include "sextant/lab/sweep/slurm.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "sextant/core/files.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

TEST(SlurmTasks, LastAsLongAsAsked) {
  EXPECT_EQ(count_tasks(std::vector<double>(100, 60.0), 1800), 4);  // 6000 s
  EXPECT_EQ(count_tasks(std::vector<double>(100, 18.0), 1800), 1);  // just full
  EXPECT_EQ(count_tasks(std::vector<double>(101, 18.0), 1800), 2);
}

TEST(SlurmTasks, NeverDivideARunNorExceedTheLimit) {
  EXPECT_EQ(count_tasks(std::vector<double>(3, 1e6), 1800), 3);
  EXPECT_EQ(count_tasks(std::vector<double>(5000, 1e6), 1800), usual_most_tasks);
  EXPECT_EQ(count_tasks(std::vector<double>{}, 1800), 1);
  EXPECT_EQ(count_tasks(std::vector<double>(10, 0.0), 1800), 1);
}

TEST(Slurm, TheLongestArrayIsReadFromItsConfiguration) {
  EXPECT_EQ(read_most_tasks("MailProg = /bin/mail\nMaxArraySize            = 101\nMaxBatchRequeue = 5\n"), 100);
  EXPECT_EQ(read_most_tasks("MaxArraySize = 4000001\n"), 4000000);
  EXPECT_EQ(read_most_tasks("MaxArraySize = 0\n"), 1);
  EXPECT_EQ(read_most_tasks("MaxArraySize = (null)\n"), usual_most_tasks);
  EXPECT_EQ(read_most_tasks(""), usual_most_tasks);
}

TEST(SlurmTasks, TakeAsManyRunsAsAsked) {
  EXPECT_EQ(count_tasks(10, 3), 4);
  EXPECT_EQ(count_tasks(10, 100), 1);
  EXPECT_EQ(count_tasks(5000, 1), usual_most_tasks);
  EXPECT_EQ(count_tasks(5000, 1, 99), 99);
  EXPECT_EQ(count_tasks(std::vector<double>(5000, 1e6), 1800, 99), 99);
}

class SlurmScripts : public testing::Test {
 protected:
  /// A script's arguments, one per line, as the program would see them.
  std::string run(const std::string& script) {
    directory_.make_file("script.sh", script);
    const std::string command =
        fmt::format("SLURM_ARRAY_TASK_ID=2 bash {}/script.sh > {}/words", directory_.path(), directory_.path());
    EXPECT_EQ(std::system(command.c_str()), 0);
    return read_file(directory_.file("words"));
  }
  SlurmArray array() {
    const std::string program = directory_.make_file("my program", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return {.name = "grid",
            .program = program,
            .sweep = "/data/it's 5% $HOME",
            .place = "/data/5%/1",
            .folder = "/",
            .options = {},
            .tasks = 3};
  }
  TemporaryDirectory directory_;
};

TEST_F(SlurmScripts, ATaskMakesItsPartOfTheSameSweep) {
  EXPECT_EQ(run(write_array_script(array())),
            "sweep\n/data/5%/1/request.toml\n--name\ngrid\n--out\n/data/it's 5% $HOME\n"
            "--no-store\n--shuffle\n--part\n2/3\n-j\n1\n");
  EXPECT_TRUE(contains(write_array_script(array()), "\n#SBATCH --array=1-3\n"));
  EXPECT_TRUE(contains(write_array_script(array()), "\n#SBATCH --requeue\n"));
}

TEST_F(SlurmScripts, AnotherJobGathers) {
  EXPECT_EQ(run(write_gather_script(array())),
            "sweep\n/data/5%/1/request.toml\n--name\ngrid\n--out\n/data/it's 5% $HOME\n--gather\n");
}

TEST_F(SlurmScripts, PercentSignsOfADirectoryAreNotPatterns) {
  EXPECT_TRUE(contains(write_array_script(array()), "--output=\"/data/5%%/1/%A_%a.log\""));
}

TEST_F(SlurmScripts, OptionsComeLastAndAreOptions) {
  auto asked = array();
  asked.options = {"--partition=long"};
  EXPECT_TRUE(contains(write_array_script(asked), "#SBATCH --partition=long\nexec "));
  asked.options = {"long"};
  EXPECT_TRUE(contains(error_text([&] { write_array_script(asked); }), "not 'long'"));
  asked.options = {"--partition=long\nrm"};
  EXPECT_TRUE(contains(error_text([&] { write_array_script(asked); }), "--slurm-option"));
}

}  // namespace
}  // namespace sextant::test
