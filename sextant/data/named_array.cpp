#include "sextant/data/named_array.h"

#include "sextant/core/error.h"
#include "sextant/data/series/array_files.h"
#include "sextant/data/series/series.h"

namespace sextant::data {

NpyArray read_named_array(const std::string& path) {
  const auto [file_name, wanted] = split_array_path(path);
  const ArrayFile file = open_array_file(file_name);
  const auto& entries = file.arrays->entries();
  require(!entries.empty(), "{}: it holds no arrays", path);
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  require(!wanted.empty() || names.size() == 1, "{}: holds {} arrays ({}); name one of them, as in {}#{}", path,
          names.size(), fmt::join(names, ", "), file_name, names.front());
  const TensorEntry& entry = wanted.empty() ? entries.front() : file.arrays->find(wanted);
  return {entry.shape, file.arrays->values(entry.name)};
}

}  // namespace sextant::data
