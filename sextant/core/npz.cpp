// Zip files through libzip.
#include "sextant/core/npz.h"

#include <zip.h>

#include <algorithm>
#include <unordered_map>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/unpacked_size.h"

namespace sextant::core {

struct Npz::Impl {
  std::string path;
  zip_t* archive = nullptr;
  std::vector<std::string> names;
  std::unordered_map<std::string, zip_uint64_t> places;  // in the archive; of equal names the first

  explicit Impl(const std::string& path_in) : path(path_in) {
    int code = 0;
    archive = zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code);
    if (!archive) {
      zip_error_t error;
      zip_error_init_with_code(&error, code);
      const std::string reason = zip_error_strerror(&error);
      zip_error_fini(&error);
      fail("cannot read {}: {}", path, reason);
    }
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const char* given = zip_get_name(archive, static_cast<zip_uint64_t>(i), 0);
      std::string name = given ? given : "";
      if (name.ends_with(".npy")) name.resize(name.size() - 4);
      places.emplace(name, static_cast<zip_uint64_t>(i));
      names.push_back(std::move(name));
    }
  }
  ~Impl() { zip_discard(archive); }

  zip_uint64_t place(const std::string& name) const {
    const auto found = places.find(name);
    require(found != places.end(), "{}: no array '{}'{}", path, name, nearest_name_hint(name, names));
    return found->second;
  }

  zip_stat_t facts(const std::string& name) const {
    zip_stat_t facts;
    zip_stat_init(&facts);
    constexpr zip_uint64_t wanted = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
    require(zip_stat_index(archive, place(name), 0, &facts) == 0 && (facts.valid & wanted) == wanted,
            "{}: '{}' has no known size", path, name);
    require_plausible_size(fmt::format("{}: '{}'", path, name), facts.comp_size, facts.size, 0);
    return facts;
  }

  /// At most `most` bytes.
  std::string read(const std::string& name, std::size_t most) const {
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive, place(name), 0), zip_fclose);
    require(file != nullptr, "{}: cannot read '{}': {}", path, name, zip_strerror(archive));
    std::string content(most, '\0');
    std::size_t filled = 0;
    while (filled < most) {
      const zip_int64_t got = zip_fread(file.get(), content.data() + filled, most - filled);
      require(got >= 0, "{}: '{}' is corrupt: {}", path, name, zip_file_strerror(file.get()));
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    content.resize(filled);
    return content;
  }
};

Npz::Npz(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
Npz::~Npz() = default;

const std::vector<std::string>& Npz::names() const { return impl_->names; }

std::size_t Npz::size(const std::string& name) const { return impl_->facts(name).size; }

std::string Npz::content(const std::string& name) const {
  const zip_stat_t facts = impl_->facts(name);
  const std::string who = fmt::format("{}: '{}'", impl_->path, name);
  require_plausible_size(who, facts.comp_size, facts.size, facts.size);  // and memory for it
  // One byte more than there should be: the end is where the checksum is looked at.
  std::string content = impl_->read(name, facts.size + 1);
  require(content.size() == facts.size, "{} is corrupt: {} bytes, the directory says {}", who, content.size(),
          facts.size);
  return content;
}

std::string Npz::beginning(const std::string& name, std::size_t bytes) const {
  return impl_->read(name, std::min(bytes, size(name)));
}

}  // namespace sextant::core
