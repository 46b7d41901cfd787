// Formats of arrays, chosen by the ending of the name.
#include "sextant/data/series/array_files.h"

#include <algorithm>
#include <array>

#include "sextant/core/error.h"

namespace sextant::data {
namespace {

struct Format {
  std::string_view ending;
  ArrayFile (*open)(const std::string& path);
};

ArrayFile open_tensors(const std::string& path) { return {open_tensor_file(path), {}, {}, {}}; }

constexpr std::array formats = {Format{".npy", open_tensors},
                                Format{".npz", open_tensors},
                                Format{".safetensors", open_tensors},
                                Format{".csv", read_text_array},
                                Format{".tsv", read_text_array},
                                Format{".txt", read_text_array},
                                Format{".ptseries.nii", read_ptseries},
                                Format{".mat", open_mat},
                                Format{".h5", open_hdf5},
                                Format{".hdf5", open_hdf5}};

const Format* find_format(std::string_view path) {
  const auto found = std::ranges::find_if(formats, [&](const Format& format) { return path.ends_with(format.ending); });
  return found == formats.end() ? nullptr : &*found;
}

}  // namespace

void LoadedArrays::put(TensorEntry entry, std::vector<double> values) {
  const std::string name = entry.name;
  add(std::move(entry));
  values_[name] = std::move(values);
}

std::vector<double> LoadedArrays::values(std::string_view name) const { return values_.find(find(name).name)->second; }

bool is_array_file(const std::string& path) { return find_format(path) != nullptr; }

ArrayFile open_array_file(const std::string& path) {
  const Format* format = find_format(path);
  if (format) return format->open(path);
  std::vector<std::string_view> endings;
  for (const auto& known : formats) endings.push_back(known.ending);
  const std::string dense =
      path.ends_with(".nii") ? "; of CIFTI files only parcellated series (.ptseries.nii) are supported" : "";
  fail("{}: expected a file with extension {}{}", path, fmt::join(endings, ", "), dense);
}

}  // namespace sextant::data
