#include "sextant/results/store_file.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "sextant/core/temporary_file.h"

namespace sextant::results {
namespace {

using namespace std::chrono_literals;

constexpr auto time_to_wait = 60'000ms;       // for another process that is writing
constexpr auto time_until_asked_again = 5ms;  // where SQLite does not wait by itself

/// Two processes that open a new store at once both read it and then both want to write: SQLite answers one of them
/// "busy" without waiting, since waiting could never end. It asks again once the other is through.
void set_journal(SQLite::Database& database, const char* mode) {
  for (auto waited = 0ms;; waited += time_until_asked_again) {
    try {
      return void(database.exec(std::string("PRAGMA journal_mode = ") + mode));
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY || waited >= time_to_wait) throw;
    }
    std::this_thread::sleep_for(time_until_asked_again);
  }
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// False where the file system refuses locks, or grants the same one twice. Asked of another file: to close the store's
/// own would drop the locks that this process has on it.
bool has_locks(const std::string& store) {
  const std::string name = temporary_name(store);
  const int one = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (one < 0) return true;  // SQLite will say why
  const int other = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_len = 1;
  const bool granted = ::fcntl(one, F_SETLK, &range) == 0 && ::flock(one, LOCK_EX | LOCK_NB) == 0;
  const bool twice = granted && ::flock(other, LOCK_EX | LOCK_NB) == 0;
  ::close(other);
  ::close(one);
  ::unlink(name.c_str());
  return granted && !twice;
}

}  // namespace

bool needs_lock_file(const std::string& store) { return is_shared_file_system(folder_of(store)) || !has_locks(store); }

StoreFile::StoreFile(const std::string& path) : path_(path), shared_(needs_lock_file(path)) {
  const auto held = lock();
  database_ = std::make_unique<SQLite::Database>(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                                                 static_cast<int>(time_to_wait.count()), shared_ ? "unix-none" : "");
  set_journal(*database_, shared_ ? "DELETE" : "WAL");
  // After a power cut the last transactions may be missing, never half there: they are made again from the runs.
  database_->exec(shared_ ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
}

StoreFile::~StoreFile() = default;

std::unique_ptr<LockFile> StoreFile::lock() const {
  return shared_ ? std::make_unique<LockFile>(path_ + ".lock", time_to_wait) : nullptr;
}

}  // namespace sextant::results
