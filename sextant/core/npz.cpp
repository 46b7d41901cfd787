// Zip files through libzip.
#include "sextant/core/npz.h"

#include <zip.h>

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::core {

struct Npz::Impl {
  std::string path;
  zip_t* archive = nullptr;
  std::vector<std::string> names;

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
      names.push_back(std::move(name));
    }
  }
  ~Impl() { zip_discard(archive); }
};

Npz::Npz(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
Npz::~Npz() = default;

const std::vector<std::string>& Npz::names() const { return impl_->names; }

std::string Npz::content(const std::string& name) const {
  const auto found = std::find(impl_->names.begin(), impl_->names.end(), name);
  require(found != impl_->names.end(), "{}: no array '{}'{}", impl_->path, name, nearest_name_hint(name, impl_->names));
  const auto place = static_cast<zip_uint64_t>(found - impl_->names.begin());
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(impl_->archive, place, 0), zip_fclose);
  require(file != nullptr, "{}: cannot read '{}': {}", impl_->path, name, zip_strerror(impl_->archive));
  std::string content;
  // In pieces: what the directory says of the size is not to be trusted.
  for (std::size_t piece = 1 << 16, filled = 0;; piece *= 2) {
    content.resize(filled + piece);
    const zip_int64_t got = zip_fread(file.get(), content.data() + filled, piece);
    require(got >= 0, "{}: '{}' is corrupt: {}", impl_->path, name, zip_file_strerror(file.get()));
    filled += static_cast<std::size_t>(got);
    content.resize(filled);
    if (got == 0) return content;
  }
}

}  // namespace sextant::core
