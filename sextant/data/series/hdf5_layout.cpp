#include "sextant/data/series/hdf5_layout.h"

#include <vector>

#include "sextant/core/error.h"

namespace sextant::data {

namespace {

constexpr double largest_chunk = 1e9;  // bytes; usual are a few kilobytes to megabytes

/// The walk ends at the first thing that is wrong, in words.
struct Walk {
  hid_t file;
  std::string fault;
};

double chunk_bytes(hid_t set, hid_t creation) {
  std::vector<hsize_t> extents(H5S_MAX_RANK);
  const int axes = H5Pget_chunk(creation, H5S_MAX_RANK, extents.data());
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  double bytes = type.good() ? static_cast<double>(H5Tget_size(type)) : 0;
  for (int axis = 0; axis < axes; ++axis) bytes *= static_cast<double>(extents[static_cast<std::size_t>(axis)]);
  return bytes;
}

const char* fault_of(hid_t set) {
  const Hdf5Handle creation(H5Dget_create_plist(set), H5Pclose);
  if (!creation.good()) return nullptr;  // whoever reads it will say so
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout == H5D_CONTIGUOUS && H5Pget_external_count(creation) > 0)
    return "keeps its numbers in another file (external storage); copy them into this one";
  if (layout == H5D_VIRTUAL) return "is virtual, made of other datasets or files; copy its numbers into this one";
  if (layout == H5D_CHUNKED && chunk_bytes(set, creation) > largest_chunk)
    return "has chunks of more than a gigabyte; save it with smaller ones";
  return nullptr;
}

// Both are called from C, which exceptions must not pass.
herr_t look_at_link(hid_t, const char* name, const H5L_info_t* link, void* walk) {
  if (link->type == H5L_TYPE_HARD || link->type == H5L_TYPE_SOFT) return 0;
  static_cast<Walk*>(walk)->fault = std::string("link '") + name + "' leads to another file; copy what it names";
  return 1;
}

herr_t look_at_object(hid_t, const char* name, const H5O_info_t* object, void* where) {
  if (object->type != H5O_TYPE_DATASET) return 0;
  auto& walk = *static_cast<Walk*>(where);
  const Hdf5Handle set(H5Dopen2(walk.file, name, H5P_DEFAULT), H5Dclose);
  const char* const fault = set.good() ? fault_of(set) : nullptr;
  if (fault) walk.fault = std::string("dataset '") + name + "' " + fault;
  return fault ? 1 : 0;
}

}  // namespace

void require_sound_hdf5(const std::string& path) {
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.good()) return;  // whoever opens it will say so
  Walk walk{file, {}};
  H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, look_at_link, &walk);
  if (walk.fault.empty()) H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, look_at_object, &walk);
  require(walk.fault.empty(), "{}: {}", path, walk.fault);
}

}  // namespace sextant::data
