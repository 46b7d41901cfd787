// Files with arrays of numbers and lists of words, whatever program wrote them. Everything is read through the contract
// of TensorFile, so that only the array that is wanted is loaded where the format allows it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "sextant/core/tensor_file.h"

namespace sextant::data {

struct ArrayFile {
  std::unique_ptr<TensorFile> arrays;
  std::map<std::string, std::vector<std::string>> words;  // lists of names by the name of the list
  std::vector<std::string> column_names;                  // of the array, where a text file or CIFTI names them
  std::vector<std::string> row_names;
};

/// Arrays that lie in memory.
class LoadedArrays final : public TensorFile {
 public:
  explicit LoadedArrays(std::string path) : TensorFile(std::move(path)) {}
  void put(TensorEntry entry, std::vector<double> values);
  std::vector<double> values(std::string_view name) const override;

 private:
  std::map<std::string, std::vector<double>, std::less<>> values_;
};

/// By the ending of the name; an Error that lists the endings where it is none of them.
ArrayFile open_array_file(const std::string& path);
/// Whether open_array_file knows the ending.
bool is_array_file(const std::string& path);

ArrayFile read_text_array(const std::string& path);  // one array, "table"
ArrayFile read_ptseries(const std::string& path);    // one array, "series": (parcels, time) or (time, parcels)
ArrayFile open_mat(const std::string& path);
ArrayFile open_hdf5(const std::string& path);

/// One thread at a time: HDF5, and matio which stands on it, promise nothing else. Nor do they print while it is held.
std::unique_lock<std::mutex> hold_hdf5();

}  // namespace sextant::data
