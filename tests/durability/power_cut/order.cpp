// Whenever the power goes, a checkpoint or a result is there only with everything it stands for; and a short run syncs
// each of its files once. Exit code 1 where that fails.
#include <cstdio>
#include <filesystem>

#include "disk.h"
#include "sextant/lab/run.h"
#include "tests/support/small_job.h"
#include "tests/support/temporary_directory.h"

using namespace sextant::test;

namespace {

int failures = 0;

void report(const std::string& name, bool held, const std::string& detail) {
  if (!held) ++failures;
  std::printf("%-6s  %-28s  %s\n", held ? "held" : "FAILED", name.c_str(), detail.c_str());
}

class StopAt final : public RunListener {
 public:
  explicit StopAt(Index step) : step_(step) {}
  bool wants_stop(Index step) override { return step == step_; }

 private:
  Index step_;
};

void go(const std::string& name, const Configuration& job, const std::string& directory, Index stop = -1) {
  disk::watch(directory);
  StopAt watcher(stop);
  Run({job, directory}).go(watcher);
  report(name, disk::faults().empty(), disk::faults().empty() ? "" : disk::faults().front());
}

}  // namespace

int main() {
  const TemporaryDirectory directory;
  Configuration job = make_small_job();
  go("a short run", job, directory.file("short"));
  long files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory.file("short"))) ++files;
  // The directory: before the checkpoint, after it, after the result.
  report("each file once", disk::syncs() == files + 3,
         std::to_string(disk::syncs()) + " syncs for " + std::to_string(files) + " files");
  job.train.checkpoint_every = 5;
  go("with checkpoints", job, directory.file("long"));
  go("stopped", job, directory.file("stopped"), 8);
  go("resumed", job, directory.file("stopped"));
  return failures == 0 ? 0 : 1;
}
