// A lock file: one owner at a time, taken over from the dead and the silent.
#include "sextant/core/lock_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "sextant/core/digest.h"
#include "sextant/core/files.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

TEST(LockFile, HasOneOwnerAndLeavesNothing) {
  const TemporaryDirectory directory;
  {
    const LockFile lock(directory.file("lock"));
    EXPECT_THROW(LockFile(directory.file("lock")), BusyLock);
    lock.require_held();
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  const LockFile again(directory.file("lock"));
}

TEST(LockFile, IsTakenFromADeadProcessAtOnce) {
  const TemporaryDirectory directory;
  const pid_t child = ::fork();
  if (child == 0) {
    new LockFile(directory.file("lock"));
    ::_exit(0);  // killed, as far as the file can tell
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(file_exists(directory.file("lock")));
  const LockFile lock(directory.file("lock"));
  lock.require_held();
}

constexpr const char* foreign_owner = "elsewhere another-boot pid:[1] 1 1 0";

/// Another machine's lock, last touched `seconds` ago.
void write_foreign_lock(const std::string& path, int seconds) {
  write_file_atomically(path, std::string(foreign_owner) + "\n");
  struct timespec times[2]{};
  ::clock_gettime(CLOCK_REALTIME, &times[0]);
  times[0].tv_sec -= seconds;
  times[1] = times[0];
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST(LockFile, IsTakenFromAnotherMachineOnlyAfterAMinuteOfSilence) {
  const TemporaryDirectory directory;
  write_foreign_lock(directory.file("lock"), 30);
  EXPECT_THROW(LockFile(directory.file("lock")), BusyLock);
  write_foreign_lock(directory.file("lock"), 90);
  const LockFile lock(directory.file("lock"));
}

TEST(LockFile, AfterABootNobodyOfBeforeKeepsOthersOutOfALocalDirectory) {
  const TemporaryDirectory directory;
  write_foreign_lock(directory.file("lock"), 0);
  LockFile(directory.file("lock"), std::chrono::seconds(0), true).require_held();
  write_file_atomically(directory.file("lock"), "");  // the power went before the name of the owner was on the disk
  LockFile(directory.file("lock"), std::chrono::seconds(0), true).require_held();
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

/// What a process leaves that died while it took a lock over.
void write_dead_guard(const TemporaryDirectory& directory) {
  const pid_t child = ::fork();
  if (child == 0) {
    new LockFile(directory.file("other"));
    std::filesystem::rename(directory.file("other"),
                            directory.file("lock.takeover.") + Digest().add(foreign_owner).add("\n").text());
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

TEST(LockFile, IsTakenAtOnceWhereAPowerCutLeftNoNames) {
  const TemporaryDirectory directory;
  for (const char* name : {"lock", "lock.takeover."})
    write_file_atomically(directory.file(name) + (name[4] == 0 ? "" : Digest().add("\n").text()), "");
  LockFile(directory.file("lock"), std::chrono::seconds(0), true).require_held();
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(LockFile, IsTakenAtOnceWhereWhoTookItOverDied) {
  const TemporaryDirectory directory;
  write_foreign_lock(directory.file("lock"), 90);
  write_dead_guard(directory);
  LockFile(directory.file("lock")).require_held();
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(LockFile, AnOwnerThatWasSilentLearnsThatItLost) {
  const TemporaryDirectory directory;
  const LockFile lock(directory.file("lock"));
  write_foreign_lock(directory.file("lock"), 0);
  EXPECT_THROW(lock.require_held(), Error);
}

TEST(LockFile, ManyThreadsTakeAStaleOneInTurns) {
  const TemporaryDirectory directory;
  write_foreign_lock(directory.file("lock"), 90);
  std::atomic<int> inside{0}, most{0}, done{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        const LockFile lock(directory.file("lock"), std::chrono::seconds(60));
        most = std::max(most.load(), ++inside);
        std::this_thread::yield();
        --inside;
        ++done;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(done, 160);
}

}  // namespace
}  // namespace sextant::test
