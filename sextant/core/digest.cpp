// FNV-1a, and what is remembered of files.
#include "sextant/core/digest.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "sextant/core/files.h"

namespace sextant::core {
namespace {

struct KnownFile {
  std::uintmax_t size = 0;
  std::filesystem::file_time_type time;
  std::string digest;
};

}  // namespace

Digest& Digest::add(std::string_view bytes) {
  for (const char byte : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return *this;
}

std::string Digest::text() const { return fmt::format("{:016x}", hash_); }

std::string digest_file(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, KnownFile> known;
  std::error_code no_size, no_time;  // what cannot be looked at is left to read_file, which says why
  const auto size = std::filesystem::file_size(path, no_size);
  const auto time = std::filesystem::last_write_time(path, no_time);
  const std::scoped_lock lock(mutex);
  const auto found = known.find(path);
  if (!no_size && !no_time && found != known.end() && found->second.size == size && found->second.time == time)
    return found->second.digest;
  const std::string digest = Digest().add(read_file(path)).text();
  known[path] = {size, time, digest};
  return digest;
}

}  // namespace sextant::core
