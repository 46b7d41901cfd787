// One directory, one run, one process at a time.
#include "sextant/lab/run_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sextant/core/environment.h"
#include "sextant/core/files.h"
#include "sextant/core/tree.h"

namespace sextant::inline SEXTANT_PRECISION {
namespace {

constexpr const char* files_of_a_run[] = {"result.json", "checkpoint.safetensors", "metrics.csv",
                                          "audit.csv",   "environment.json",       "timing.json",
                                          "config.toml"};

}  // namespace

RunDirectory::RunDirectory(std::string path, const Configuration& configuration, bool fresh) : path_(std::move(path)) {
  make_directory(path_);
  lock();
  try {
    if (fresh)
      for (const char* name : files_of_a_run) ::unlink(file(name).c_str());
    refuse_other_run(configuration);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

RunDirectory::~RunDirectory() { ::close(descriptor_); }

bool RunDirectory::has(const char* name) const { return file_exists(file(name)); }

void RunDirectory::lock() {
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  require(descriptor_ >= 0, "{}: cannot be opened: {}", path_, std::strerror(errno));
  // The lock goes with the process, however it ends. File systems without locks are taken at their word.
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw BusyDirectory(
      path_ + ": another process is working on the run in this directory; wait for it or choose another directory");
}

void RunDirectory::refuse_other_run(const Configuration& configuration) const {
  constexpr const char* way_out = "choose another directory with --out, or remove the run in it with --fresh";
  if (!has("config.toml")) {
    for (const char* name : files_of_a_run)
      require(!has(name), "{}: it holds {} but no config.toml, so nobody knows of which run; {}", path_, name, way_out);
    return;
  }
  const Configuration there = Configuration::read(read_toml_file(file("config.toml")));
  const std::string difference = describe_difference(there.write_identity(), configuration.write_identity());
  require(difference.empty(), "{}: it holds the run of another configuration ({}); {}", path_, difference, way_out);
  refuse_other_code(way_out);
}

/// A checkpoint of other code would go on to numbers that neither code gives alone.
void RunDirectory::refuse_other_code(const char* way_out) const {
  if (!has("checkpoint.safetensors") || finished_result()) return;
  std::string code = "unknown";
  if (has("environment.json")) {
    const Tree record = Tree::parse(read_file(file("environment.json")), nullptr, false);
    if (record.is_object()) code = record.value("code", code);
  }
  require(code == code_version(), "{}: it holds an unfinished run of other code ({} there, {} here); {}", path_, code,
          code_version(), way_out);
}

std::optional<Tree> RunDirectory::finished_result() const {
  if (!has("result.json")) return std::nullopt;
  const std::string name = file("result.json");
  Tree result;
  std::string status;
  try {
    result = Tree::parse(read_file(name));
    status = result.at("status").get<std::string>();
  } catch (const nlohmann::json::exception& error) {
    fail("{}: it is not the result of a run ({}); remove it to go on", name, error.what());
  }
  if (status != "done" && status != "diverged") return std::nullopt;
  return result;
}

std::string name_run(const std::string& stem, const Configuration& configuration) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char letter : write_toml(configuration.write_identity()) + code_version())
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
  return fmt::format("{}-{:010x}", stem, hash >> 24);
}

}  // namespace sextant::inline SEXTANT_PRECISION
