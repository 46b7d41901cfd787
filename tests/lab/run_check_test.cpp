// A run whose files were damaged is set aside and trained again: the answer is the right one, or there is none.
#include "sextant/lab/run_check.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sextant/core/files.h"
#include "sextant/lab/run.h"
#include "sextant/results/run_reader.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

struct StopAfter final : RunListener {
  explicit StopAfter(Index at) : at_(at) {}
  bool wants_stop(Index step) override { return step >= at_; }
  Index at_;
};

class DamagedRun : public testing::Test {
 protected:
  std::string train(const std::string& name, Index until = 1000) {
    lab::Run run({make_small_job(), path(name)});
    damage_ = run.damage();
    StopAfter listener(until);
    run.go(listener);
    return path(name);
  }
  std::string path(const std::string& name) { return directory_.file(name.c_str()); }

  /// Everything that does not differ each time.
  std::string bytes(const std::string& name) {
    std::string all;
    for (const char* file : {run_file::result, run_file::metrics, run_file::checkpoint})
      all += read_file(file_in(path(name), file));
    return all;
  }

  static void flip(const std::string& file, std::size_t at) {
    std::string text = read_file(file);
    text[at] = static_cast<char>(text[at] ^ 4);
    write_file_atomically(file, text);
  }

  TemporaryDirectory directory_;
  std::string damage_;
};

TEST_F(DamagedRun, AFlippedBitInAnyFileOfAFinishedRunIsFound) {
  train("whole");
  const std::string right = bytes("whole");
  for (const char* name : run_file::all) {
    SCOPED_TRACE(name);
    train("run");
    const std::string file = file_in(path("run"), name);
    if (!file_exists(file)) continue;
    flip(file, read_file(file).size() / 2);
    EXPECT_THROW(check_run(path("run")), DamagedFile);
    train("run");
    EXPECT_NE(damage_.find("trained again"), std::string::npos) << damage_;
    EXPECT_EQ(bytes("run"), right);
  }
}

TEST_F(DamagedRun, AFlippedBitInACheckpointIsNotGoneOnFrom) {
  train("whole");
  for (const char* name : {run_file::checkpoint, run_file::metrics, run_file::environment}) {
    SCOPED_TRACE(name);
    std::filesystem::remove_all(path("run"));
    train("run", 12);
    const std::string file = file_in(path("run"), name);
    flip(file, read_file(file).size() * 2 / 3);
    train("run");
    EXPECT_FALSE(damage_.empty());
    EXPECT_EQ(bytes("run"), bytes("whole"));
  }
}

TEST_F(DamagedRun, ACutFileIsFound) {
  train("whole");
  for (const char* name : {run_file::metrics, run_file::result, run_file::timing, run_file::configuration}) {
    SCOPED_TRACE(name);
    train("run");
    const std::string file = file_in(path("run"), name);
    write_file_atomically(file, read_file(file).substr(0, read_file(file).size() / 2));
    train("run");
    EXPECT_EQ(bytes("run"), bytes("whole"));
  }
}

// What a power cut leaves of a configuration is often whole TOML, and nothing else is there that could tell.
TEST_F(DamagedRun, EveryStartOfAConfigurationIsFound) {
  train("run");
  const std::string text = read_file(file_in(path("run"), run_file::configuration));
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    SCOPED_TRACE(bytes);
    write_file_atomically(path("config.toml"), text.substr(0, bytes));
    EXPECT_THROW(results::read_checked_toml(path("config.toml")), DamagedFile);
  }
}

// Without its first lines it looks like a file of version 0.1, which had no checksum.
TEST_F(DamagedRun, AFileThatHasLostItsChecksumIsFound) {
  train("run");
  const std::string configuration = file_in(path("run"), run_file::configuration);
  const std::string text = read_file(configuration);
  write_file_atomically(configuration, text.substr(text.find('\n', text.find("# run ")) + 1));
  EXPECT_THROW(read_run_record(path("run")), DamagedFile);
  write_file_atomically(configuration, text);
  EXPECT_TRUE(read_run_record(path("run")).has_value());
  const std::string result = file_in(path("run"), run_file::result);
  std::string edited = read_file(result);
  edited.replace(edited.find("\"checksum\""), 10, "\"checksun\"");
  write_file_atomically(result, edited);
  EXPECT_THROW(read_run_record(path("run")), DamagedFile);
}

TEST_F(DamagedRun, AFileOfAnotherRunIsFound) {
  train("whole");
  Configuration other = make_small_job();
  other.general.seed = 7;
  RunListener nobody;
  lab::Run({other, path("other")}).go(nobody);
  for (const char* name : run_file::all) {
    if (!file_exists(file_in(path("other"), name))) continue;
    SCOPED_TRACE(name);
    train("run");
    if (read_file(file_in(path("run"), name)) == read_file(file_in(path("other"), name))) continue;
    std::filesystem::copy_file(file_in(path("other"), name), file_in(path("run"), name),
                               std::filesystem::copy_options::overwrite_existing);
    train("run");
    EXPECT_EQ(bytes("run"), bytes("whole"));
  }
}

TEST_F(DamagedRun, WhatAKillLeavesBeforeTheFirstCheckpointIsWrittenAnew) {
  train("whole");
  train("run");
  for (const char* name : run_file::all)
    if (name != run_file::configuration) std::filesystem::remove(file_in(path("run"), name));
  train("run");
  EXPECT_TRUE(damage_.empty()) << damage_;
  EXPECT_EQ(bytes("run"), bytes("whole"));
}

TEST_F(DamagedRun, WeightsOfAFinishedRunMayBeDeleted) {
  train("run");
  std::filesystem::remove(file_in(path("run"), run_file::checkpoint));
  train("run");
  EXPECT_TRUE(damage_.empty()) << damage_;
}

}  // namespace
}  // namespace sextant::test
