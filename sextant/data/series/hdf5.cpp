// HDF5: every data set of whole or real numbers in any group, and lists of strings. Through the HDF Group's C library.
#include <hdf5.h>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/unpacked_size.h"
#include "sextant/data/series/array_files.h"
#include "sextant/data/series/hdf5_layout.h"

namespace sextant::data {
namespace {

constexpr hsize_t most_numbers = hsize_t{1} << 28;  // a data set may claim any size and be empty on the disk
constexpr hsize_t most_text = 100'000'000;          // bytes of a list of names

herr_t note_dataset(hid_t, const char* name, const H5O_info_t* info, void* names) {
  if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

struct DataSet {
  Hdf5Handle set, type, space;
  DataSet(hid_t file, const std::string& name)
      : set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose),
        type(H5Dget_type(set), H5Tclose),
        space(H5Dget_space(set), H5Sclose) {}
  bool good() const { return set.good() && type.good() && space.good(); }
  bool is_number() const {
    const H5T_class_t kind = H5Tget_class(type);
    return kind == H5T_INTEGER || kind == H5T_FLOAT;
  }
  bool is_text() const { return H5Tget_class(type) == H5T_STRING; }
  std::vector<Index> shape() const {
    std::vector<hsize_t> extents(static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(space), 0)));
    H5Sget_simple_extent_dims(space, extents.data(), nullptr);
    return {extents.begin(), extents.end()};
  }
};

std::vector<std::string> read_variable_words(const DataSet& data, std::size_t count) {
  const Hdf5Handle memory(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(memory, H5T_VARIABLE);
  H5Tset_cset(memory, H5Tget_cset(data.type));
  hsize_t bytes = 0;  // many entries may point to one long text
  if (H5Dvlen_get_buf_size(data.set, memory, data.space, &bytes) < 0 || bytes > most_text) return {};
  std::vector<char*> texts(count, nullptr);
  if (H5Dread(data.set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) return {};
  std::vector<std::string> words;
  for (const char* text : texts) words.emplace_back(text ? text : "");
  H5Dvlen_reclaim(memory, data.space, H5P_DEFAULT, texts.data());
  return words;
}

std::vector<std::string> read_fixed_words(const DataSet& data, std::size_t count) {
  const std::size_t size = H5Tget_size(data.type);
  if (size == 0 || size > 4096) return {};
  std::vector<char> texts(count * size);
  if (H5Dread(data.set, data.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) return {};
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view text(texts.data() + i * size, size);
    words.emplace_back(text.substr(0, text.find('\0')));
  }
  return words;
}

hid_t open_regular(const std::string& path) {
  require_regular_file(path);
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
}

class Hdf5File final : public TensorFile {
 public:
  explicit Hdf5File(const std::string& path) : TensorFile(path), file_(open_regular(path), H5Fclose) {
    require(file_.good(), "{}: not an HDF5 file, or unreadable", path);
    require_sound_hdf5(path);
    std::vector<std::string> names;
    H5Ovisit(file_, H5_INDEX_NAME, H5_ITER_INC, note_dataset, &names);
    for (const auto& name : names) {
      const DataSet data(file_, name);
      if (!data.good()) continue;
      if (data.is_number()) add({name, "HDF5", data.shape()});
      if (data.is_text()) texts_.push_back(name);
    }
    require(!entries().empty(), "{}: it has no numeric dataset", path);
  }

  ~Hdf5File() override {
    const auto held = hold_hdf5();
    file_.close();
  }

  std::vector<double> values(std::string_view name) const override {
    const TensorEntry& entry = find(name);
    const auto held = hold_hdf5();
    const DataSet data(file_, entry.name);
    hsize_t count = 1;
    for (const Index extent : entry.shape)
      require(!__builtin_mul_overflow(count, static_cast<hsize_t>(extent), &count) && count <= most_numbers,
              "{}: dataset '{}' of shape ({}) is too large", path(), name, fmt::join(entry.shape, ", "));
    const std::size_t unpacked = count * H5Tget_size(data.type);
    require_plausible_size(fmt::format("{}: dataset '{}'", path(), name), H5Dget_storage_size(data.set), unpacked,
                           count * sizeof(double));
    std::vector<double> values(count);
    require(H5Dread(data.set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0,
            "{}: dataset '{}' cannot be read; the file may be truncated", path(), name);
    return values;
  }

  std::map<std::string, std::vector<std::string>> words() const {
    std::map<std::string, std::vector<std::string>> result;
    for (const auto& name : texts_) {
      const DataSet data(file_, name);
      const auto shape = data.shape();
      if (shape.size() != 1 || shape[0] < 1 || shape[0] > 1'000'000) continue;
      const auto count = static_cast<std::size_t>(shape[0]);
      result[name] =
          H5Tis_variable_str(data.type) > 0 ? read_variable_words(data, count) : read_fixed_words(data, count);
    }
    return result;
  }

 private:
  Hdf5Handle file_;
  std::vector<std::string> texts_;
};

}  // namespace

std::unique_lock<std::mutex> hold_hdf5() {
  static std::mutex mutex;
  std::unique_lock lock(mutex);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // it would report on stderr what goes wrong
  return lock;
}

ArrayFile open_hdf5(const std::string& path) {
  const auto held = hold_hdf5();
  auto file = std::make_unique<Hdf5File>(path);
  auto words = file->words();
  return {std::move(file), std::move(words), {}, {}};
}

}  // namespace sextant::data
