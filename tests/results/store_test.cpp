// Rows from run directories; several at once; again and again.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "sextant/core/files.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep/local_crew.h"
#include "sextant/lab/sweep/scheduler.h"
#include "sextant/lab/sweep_runner.h"
#include "sextant/results/sweep_directory.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

const std::vector<std::string> tiny_grid = {"model.width=8", "train.batch=4", "train.steps=5", "seed=1:3",
                                            "model.depth=1,2"};

class SweepStore : public testing::Test {
 protected:
  SweepStore() : grid_(Tree::object(), tiny_grid), runner_(make_runner()), jobs_(make_jobs(grid_, *runner_, "tiny")) {}

  SweepTally sweep(Index at_once = 2) {
    directory_.prepare(grid_);
    Store store(directory_.store());
    store.add_axes(grid_.swept_keys());
    JobList list(look_up(directory_, jobs_, &store).pending);
    Recorder recorder(&store);
    const std::string runs = directory_.runs();
    LocalCrew crew(*runner_, runs, at_once);
    Events nobody;
    SweepReporter reporter(nobody, {}, {}, {});
    return run_jobs(list, crew, recorder, runs, reporter);
  }

  int ask(const std::string& question) {
    SQLite::Database database(directory_.store());
    return database.execAndGet(question).getInt();
  }

  TemporaryDirectory scratch_;
  SweepDirectory directory_{scratch_.file("sweep")};
  Grid grid_;
  std::unique_ptr<Runner> runner_;
  std::vector<SweepJob> jobs_;
};

TEST_F(SweepStore, HasARowForEveryRunWithItsConfigurationAndMetrics) {
  const SweepTally tally = sweep();
  EXPECT_EQ(tally.done, 6);
  EXPECT_EQ(ask("SELECT COUNT(*) FROM runs WHERE status = 'done'"), 6);
  EXPECT_EQ(ask("SELECT COUNT(*) FROM runs WHERE \"model.depth\" = 2 AND \"model.width\" = 8 AND step = 5"), 3);
  EXPECT_EQ(ask("SELECT COUNT(*) FROM runs WHERE \"final.test.accuracy\" BETWEEN 0 AND 1"), 6);
  EXPECT_EQ(ask("SELECT COUNT(*) FROM runs WHERE \"position.sigma\" IS NULL"), 6);
  EXPECT_EQ(ask("SELECT COUNT(*) FROM axes"), 2);
  EXPECT_GE(ask("SELECT MIN(n) FROM (SELECT COUNT(*) AS n FROM metrics GROUP BY run)"), 1);
}

TEST_F(SweepStore, AskedAgainMakesNothing) {
  sweep();
  const SweepTally again = sweep();
  EXPECT_EQ(again.done + again.failed + again.left, 0);
  EXPECT_EQ(ask("SELECT COUNT(*) FROM runs"), 6);
}

TEST_F(SweepStore, IsMadeAgainFromTheDirectories) {
  sweep();
  const int metrics = ask("SELECT COUNT(*) FROM metrics");
  std::filesystem::remove(directory_.store());
  {
    Store store(directory_.store());
    std::vector<Fault> faults;
    EXPECT_EQ(gather(directory_, store, faults), 6);
    EXPECT_EQ(gather(directory_, store, faults), 0);
    EXPECT_TRUE(faults.empty());
  }
  EXPECT_EQ(ask("SELECT COUNT(*) FROM metrics"), metrics);
}

TEST_F(SweepStore, TakesRowsFromManyWritersAtOnce) {
  sweep();
  std::filesystem::remove(directory_.store());
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&] {
      Store store(directory_.store());
      for (const auto& job : jobs_) store.record({directory_.run(job.name)});
    });
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(ask("SELECT COUNT(*) FROM runs"), 6);
  EXPECT_EQ(ask("SELECT COUNT(*) - COUNT(DISTINCT run || '/' || step || '/' || split) FROM metrics"), 0);
}

/// Two processes that open a new store at the same moment both switch it to write-ahead logging, and SQLite answers
/// one of them "busy" at once, however long it was told to wait.
TEST_F(SweepStore, IsOpenedByManyAtOnce) {
  directory_.prepare(grid_);
  for (int round = 0; round < 20; ++round) {
    const std::string path = directory_.store() + std::to_string(round);
    std::latch all_here(4);
    std::vector<std::jthread> openers;
    std::atomic<int> opened = 0;
    for (int i = 0; i < 4; ++i)
      openers.emplace_back([&] {
        all_here.arrive_and_wait();
        try {
          Store store(path);
          ++opened;
        } catch (const Error& error) {
          ADD_FAILURE() << error.what();
        }
      });
    openers.clear();  // joins
    EXPECT_EQ(opened, 4);
  }
}

/// A transaction that fails takes the columns with it that it had added.
TEST_F(SweepStore, TakesRowsAfterATransactionThatFailed) {
  sweep();
  std::filesystem::remove(directory_.store());
  Store store(directory_.store());
  std::vector<std::string> directories;
  for (const auto& job : jobs_) directories.push_back(directory_.run(job.name));
  SQLite::Database other(directory_.store(), SQLite::OPEN_READWRITE);
  other.exec("CREATE TRIGGER full BEFORE INSERT ON metrics BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
  EXPECT_THROW(store.record(directories), Error);
  other.exec("DROP TRIGGER full");
  store.record(directories);
  EXPECT_EQ(store.finished().size(), jobs_.size());
}

TEST_F(SweepStore, NamesAFileThatIsNoStore) {
  directory_.prepare(grid_);
  write_file_atomically(directory_.store(), std::string(4096, 'x'));
  const std::string text = error_text([&] { Store store(directory_.store()); });
  EXPECT_TRUE(contains(text, "results.sqlite")) << text;
}

TEST_F(SweepStore, AFailedRunIsTriedOnceMoreAndReported) {
  directory_.prepare(grid_);
  write_file_atomically(directory_.run(jobs_.front().name), "a file where its directory should be");
  struct Watcher final : Events {
    void on_run(const RunEvent& event) override {
      if (event.status == "failed") failures.push_back(event.again);
    }
    std::vector<bool> failures;
  } watcher;
  SweepReporter reporter(watcher, {}, {}, {});
  JobList list(jobs_);
  Recorder recorder(nullptr);
  const std::string runs = directory_.runs();
  LocalCrew crew(*runner_, runs, 2);
  const SweepTally tally = run_jobs(list, crew, recorder, runs, reporter);
  EXPECT_EQ(watcher.failures, (std::vector<bool>{true, false}));
  EXPECT_EQ(tally.failed, 1);
  EXPECT_EQ(tally.done, 5);
}

}  // namespace
}  // namespace sextant::test
