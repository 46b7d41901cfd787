// Opening the SQLite file of a store so that no two processes can hurt it. On a local disk SQLite's own locks and its
// write-ahead log do. On a file system that other machines may see they cannot be trusted (a log needs shared memory,
// and NFS and Lustre may grant locks that hold nothing): there every access holds a lock file, and a rollback journal
// takes the place of the log.
#pragma once

#include <memory>
#include <string>

#include "sextant/core/lock_file.h"

namespace SQLite {
class Database;
}

namespace sextant::results {

class StoreFile {
 public:
  explicit StoreFile(const std::string& path);
  ~StoreFile();

  SQLite::Database& database() const { return *database_; }
  /// To be held while reading or writing; none on a local disk.
  std::unique_ptr<LockFile> lock() const;

 private:
  std::string path_;
  bool shared_;
  std::unique_ptr<SQLite::Database> database_;
};

/// Whether the store's place is such a file system, or has no locks at all.
bool needs_lock_file(const std::string& store);

}  // namespace sextant::results
