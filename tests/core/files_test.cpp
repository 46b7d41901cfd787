// Files are whole or not there, whatever fails in between.
#include "sextant/core/files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sextant/core/file_modes.h"
#include "sextant/core/memory.h"
#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/temporary_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_directory.h"

namespace sextant::test {
namespace {

// A disk that takes only so many bytes per file; without the signal, write() fails with EFBIG.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  sighandler_t handler_ = nullptr;
};

TEST(Files, WritesAndReadsAnyBytes) {
  TemporaryDirectory directory;
  const std::string path = directory.file("bytes");
  const std::string content("\0\xff\n\r\0", 5);
  write_file_atomically(path, content);
  EXPECT_EQ(read_file(path), content);
  write_file_atomically(path, "");
  EXPECT_EQ(read_file(path), "");
  EXPECT_TRUE(file_exists(path));
  EXPECT_EQ(directory.entries(), 1u);
}

/// To open one for reading would wait for a writer, to open one for writing for a reader, both deaf to signals.
TEST(Files, APipeWithNobodyAtItsOtherEndIsRefused) {
  TemporaryDirectory directory;
  const std::string path = directory.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(contains(error_text([&] { read_file(path); }), "pipe: a pipe that no process writes to"));
  EXPECT_TRUE(contains(error_text([&] { Safetensors file(path); }), "pipe: not a regular file"));
  EXPECT_TRUE(contains(error_text([&] { write_file_atomically(path, "x"); }), "cannot write"));
}

TEST(Files, APipeIsReadToItsEnd) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "some text", 9), 9);
  ::close(ends[1]);
  EXPECT_EQ(read_file("/dev/fd/" + std::to_string(ends[0])), "some text");
  ::close(ends[0]);
}

TEST(Files, AFileLargerThanMemoryIsNamed) {
  TemporaryDirectory directory;
  const std::string path = directory.make_file("sparse", "");
  std::filesystem::resize_file(path, 8'000'000'000'000);
  EXPECT_TRUE(contains(error_text([&] { read_file(path); }), "sparse: it has 8000.0 GB"));
}

TEST(Files, WritesBesideTheProgramWithoutADirectoryInTheName) {
  TemporaryDirectory directory;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  write_file_atomically("plain", "x");
  std::filesystem::current_path(before);
  EXPECT_EQ(read_file(directory.file("plain")), "x");
}

TEST(Files, FailedWriteKeepsTheOldFileAndLeavesNothing) {
  TemporaryDirectory directory;
  const std::string path = directory.file("result");
  write_file_atomically(path, "old");
  std::string text;
  {
    const FileSizeLimit limit(4096);
    text = error_text([&] { write_file_atomically(path, std::string(100'000, 'x')); });
  }
  EXPECT_TRUE(contains(text, "cannot write " + path + ": File too large")) << text;
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(directory.entries(), 1u);
}

TEST(Files, FailedArraysLeaveNothing) {
  TemporaryDirectory directory;
  const std::vector<double> values(100'000);
  std::string npy, tensors;
  {
    const FileSizeLimit limit(4096);
    npy = error_text([&] { write_npy(directory.file("a.npy"), {100'000}, values); });
    tensors = error_text([&] {
      write_safetensors(directory.file("a.safetensors"), {{"a", "F64", {100'000}, values.data(), 800'000}}, {});
    });
  }
  EXPECT_TRUE(contains(npy, "a.npy")) << npy;
  EXPECT_TRUE(contains(tensors, "a.safetensors")) << tensors;
  EXPECT_EQ(directory.entries(), 0u);
}

TEST(Files, FullDiskIsAnErrorThatSaysSo) {
  if (!file_exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const std::string text = error_text([] { write_file_atomically("/dev/full", "x"); });
  EXPECT_TRUE(contains(text, "cannot write /dev/full: No space left on device")) << text;
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));  // not replaced by a file
}

TEST(Files, ImpossiblePlacesAreErrors) {
  TemporaryDirectory directory;
  const auto refusal = [](const std::string& path) { return error_text([&] { write_file_atomically(path, "x"); }); };
  EXPECT_TRUE(contains(refusal(directory.file("none/x")), "No such file or directory"));
  EXPECT_TRUE(contains(refusal(directory.path()), "it is a directory"));
  EXPECT_TRUE(contains(refusal(""), "without a name"));
  if (file_exists("/proc/self")) {
    EXPECT_TRUE(contains(refusal("/proc/sextant_test"), "cannot write /proc/sextant_test"));
  }
  EXPECT_TRUE(contains(error_text([&] { read_file(directory.file("none")); }), "none: No such file or directory"));
  EXPECT_TRUE(contains(error_text([&] { read_file(directory.path()); }), "it is a directory"));
}

TEST(Files, UnwritableDirectoryIsAnError) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  TemporaryDirectory directory;
  std::filesystem::permissions(directory.path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const std::string text = error_text([&] { write_file_atomically(directory.file("x"), "x"); });
  std::filesystem::permissions(directory.path(), std::filesystem::perms::owner_all);
  EXPECT_TRUE(contains(text, "Permission denied")) << text;
}

TEST(Files, WritesThroughALink) {
  TemporaryDirectory directory;
  write_file_atomically(directory.file("real"), "old");
  std::filesystem::create_symlink("real", directory.file("link"));
  write_file_atomically(directory.file("link"), "new");
  EXPECT_EQ(read_file(directory.file("real")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(directory.file("link")));
}

std::filesystem::perms mode_of(const std::string& path) { return std::filesystem::status(path).permissions(); }

TEST(Files, AReplacedFileKeepsItsMode) {
  TemporaryDirectory directory;
  const std::string path = directory.file("private");
  const auto mode = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  write_file_atomically(path, "old");
  std::filesystem::permissions(path, mode);
  write_file_atomically(path, "new");
  EXPECT_EQ(mode_of(path), mode);
  remove_to_rewrite(path);
  EXPECT_FALSE(file_exists(path));
  write_file_atomically(path, "newer");
  EXPECT_EQ(mode_of(path), mode);
  std::filesystem::remove(path);
  write_file_atomically(path, "another");
  EXPECT_NE(mode_of(path), mode);
}

TEST(Files, OrphansAreRemovedAndNothingElse) {
  TemporaryDirectory directory;
  for (const char* name : {"a.json.4194304.0.tmp", "checkpoint.safetensors.4194304.17.tmp"})
    write_file_atomically(directory.file(name), "left by a killed process");
  for (const char* name : {"a.json", "notes.tmp", "a.12.tmp", ".1.2.tmp", "a.1.x.tmp", "a.1.2.tmp.txt"})
    write_file_atomically(directory.file(name), "somebody's");
  make_directory(directory.file("folder.1.2.tmp"));
  AtomicFile written(directory.file("written"));  // its temporary file is in use
  remove_orphans(directory.path());
  EXPECT_EQ(directory.entries(), 8u);
  EXPECT_FALSE(file_exists(directory.file("a.json.4194304.0.tmp")));
  written.commit();
  EXPECT_TRUE(file_exists(directory.file("written")));
  remove_orphans(directory.file("nowhere"));
}

TEST(Files, MakesDirectoriesWithParents) {
  TemporaryDirectory directory;
  make_directory(directory.file("a/b/c"));
  make_directory(directory.file("a/b/c"));
  EXPECT_TRUE(std::filesystem::is_directory(directory.file("a/b/c")));
  write_file_atomically(directory.file("file"), "");
  EXPECT_TRUE(contains(error_text([&] { make_directory(directory.file("file")); }), "cannot create directory"));
}

TEST(Files, KilledWriterLeavesAWholeFile) {
  TemporaryDirectory directory;
  const std::string path = directory.file("result");
  const std::size_t size = 1 << 20;
  write_file_atomically(path, std::string(size, 'a'));
  for (int attempt = 0; attempt < 20; ++attempt) {
    const pid_t writer = ::fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      const std::string one(size, 'a'), other(size, 'b');
      for (;;) {
        write_file_atomically(path, one);
        write_file_atomically(path, other);
      }
    }
    ::usleep(static_cast<useconds_t>(1000 + 700 * attempt));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
    const std::string content = read_file(path);
    ASSERT_EQ(content.size(), size);
    ASSERT_EQ(content, std::string(size, content.front()));
  }
}

// TMPDIR for a while.
class TemporaryPlace {
 public:
  explicit TemporaryPlace(const std::string& path) {
    if (const char* value = std::getenv("TMPDIR")) before_ = value;
    ::setenv("TMPDIR", path.c_str(), 1);
  }
  ~TemporaryPlace() { before_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(TemporaryFile, HasNoNameAndKeepsItsBytes) {
  TemporaryDirectory directory;
  const TemporaryPlace place(directory.path());
  TemporaryFile file;
  EXPECT_EQ(directory.entries(), 0u);
  std::string content;
  for (int i = 0; i < 100000; ++i) content += std::to_string(i);
  file.write(content.data(), 1000);
  file.write(content.data() + 1000, content.size() - 1000);
  EXPECT_EQ(file.size(), content.size());
  std::string part(5000, ' ');
  file.read(123, part.data(), part.size());
  EXPECT_EQ(part, content.substr(123, 5000));
  const auto* mapped = reinterpret_cast<const char*>(file.map());
  EXPECT_EQ(std::string(mapped, file.size()), content);
  file.drop(5000, file.size());
  EXPECT_EQ(std::string(mapped, file.size()), content);
  EXPECT_TRUE(contains(error_text([&] { file.read(content.size(), part.data(), 1); }), "unexpected end of file"));
}

TEST(TemporaryFile, SaysWhereItCannotBe) {
  TemporaryDirectory directory;
  {
    const TemporaryPlace place(directory.file("nowhere"));
    EXPECT_TRUE(contains(error_text([] { TemporaryFile(); }), directory.file("nowhere")));
  }
  const TemporaryPlace place(directory.path());
  const FileSizeLimit limit(1000);
  TemporaryFile file;
  const std::string content(2000, 'x');
  EXPECT_TRUE(contains(error_text([&] { file.write(content.data(), content.size()); }), "set TMPDIR"));
}

TEST(ProcessMemory, SeesThePeak) {
  const std::size_t before = peak_memory();
  EXPECT_GT(before, std::size_t{1} << 20);
  EXPECT_LT(before, machine_memory());
  {
    std::vector<char> block(before + (64 << 20), 'x');
    EXPECT_EQ(block.back(), 'x');
  }
  EXPECT_GE(peak_memory(), before + (60 << 20));
  EXPECT_EQ(memory_text(812345678), "812 MB");
  EXPECT_EQ(memory_text(5900000000), "5.9 GB");
}

}  // namespace
}  // namespace sextant::test
