// Checksums of the files of a run.
#pragma once

#include <string>
#include <string_view>

#include "sextant/core/error.h"
#include "sextant/core/tree.h"

namespace sextant::results {

// JSON from files that may be torn, foreign or far too large.

/// The file as a tree; an Error that says where it stops being JSON.
Tree read_json_file(const std::string& path);

// Checksums of what a run leaves behind. Every file can be checked: config.toml begins with a comment, JSON has a key
// "checksum", safetensors a metadata string; result.json of a finished run has the digests of files that can say
// nothing of themselves, and a checkpoint that of the rows of metrics.csv that it vouches for. Files of version 0.1
// have none and are believed.

/// A file is not what was written. The run it belongs to is set aside and trained again.
class DamagedFile : public Error {
 public:
  /// A reason that names the file already is not given its name twice.
  DamagedFile(const std::string& file, const std::string& reason)
      : Error(reason.starts_with(file) ? reason : file + ": " + reason) {}
};

/// A tree as the text of a file, with its checksum; indented by so many columns, or all on one line.
std::string write_checked_json(Tree tree, int indent = 2);
/// The tree of such a file; DamagedFile where it is no JSON object or another one than was written.
Tree read_checked_json(const std::string& path);

/// The text of config.toml, with two first lines "# checksum ..." and "# run ...". `run` is a digest of what decides
/// the result: the other files of the run name it.
std::string write_checked_toml(const std::string& toml, const std::string& run);
/// The file's text; DamagedFile where it was changed.
std::string read_checked_toml(const std::string& path);

/// Of the first `bytes` of a file, or of all of it; DamagedFile where it is shorter.
std::string digest_bytes(const std::string& path, std::size_t bytes = std::string::npos);

/// DamagedFile where a directory, a pipe or anything else that is no file has the name of one.
void require_files(const std::string& directory);

/// What config.toml says after "# run"; empty where it says nothing.
std::string run_digest(const std::string& directory);
/// result.json, timing.json, environment.json or findings; DamagedFile where it is not what was written, or of another
/// run.
Tree read_file_of_run(const std::string& directory, const char* name);
/// name -> digest of the files of a run that are there and the same whenever it is trained.
Tree digest_run(const std::string& directory);
/// Checks a file of a finished run against the digest in its result; DamagedFile where it is another or has gone.
void check_run_file(const std::string& directory, const Tree& result, const char* name);
/// All files of a finished run, or all but its weights.
void check_run_files(const std::string& directory, const Tree& result, bool weights = true);

}  // namespace sextant::results
