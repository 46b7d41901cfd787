// Files that are either whole or not there: written to a temporary name, synced, renamed. Where several files belong
// together, all but the last may be renamed first and synced later, in one go.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sextant::core {

/// Whether a file's bytes are on the disk when it gets its name, or only after sync_file() and sync_directory().
/// Programs see the whole file either way; `later` may leave an empty one behind when the machine loses its power.
enum class Sync { now, later };

/// A file being written in pieces under a temporary name in the same directory; `commit` makes it appear.
/// Without commit, or after a failure, the temporary file is removed. A link is followed; a device or pipe
/// cannot be replaced and is written to directly.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit(Sync sync = Sync::now);

 private:
  [[noreturn]] void fail_write() const;

  std::string path_;       // as given, for errors
  std::string target_;     // with links resolved
  std::string temporary_;  // empty: written directly, or already in place
  int descriptor_ = -1;
};

/// Writes `content` so that `path` holds either its old content or all of the new one, even when the
/// machine stops or the disk is full; on failure the temporary file is removed and an Error names the
/// path and the reason.
void write_file_atomically(const std::string& path, std::string_view content, Sync sync = Sync::now);

/// Removes the temporary files (NAME.PID.COUNT.tmp) that killed processes have left in a directory, and no other file:
/// who still writes one holds a lock on it.
void remove_orphans(const std::string& directory) noexcept;

/// Return once the bytes of a file, or the names in a directory, are on the disk.
void sync_file(const std::string& path);
void sync_directory(const std::string& path);

/// The whole file, or an Error naming the path and the reason.
std::string read_file(const std::string& path);

/// An Error unless `name` can stand for one file in a directory of ours: not empty, no path, no control characters.
/// `what` it names stands before it in the text.
void require_file_name(std::string_view what, std::string_view name);

bool file_exists(const std::string& path);

/// False also for what cannot be looked at, such as a loop of links: whoever opens it says why.
bool is_directory(const std::string& path);

/// The regular files in a directory, and with `below` in all directories below it, in order. An Error where one of them
/// cannot be listed.
std::vector<std::string> list_files(const std::string& directory, bool below = false);

/// An Error for a pipe or a device: libraries that are given a name would wait there for ever.
void require_regular_file(const std::string& path);

/// Creates a directory and its parents. One that is there already is rid of what killed writers left (remove_orphans).
void make_directory(const std::string& path);

}  // namespace sextant::core
