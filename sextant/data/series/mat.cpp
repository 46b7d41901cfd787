// MATLAB's files (version 5 with or without zlib, and 7.3, which is HDF5) through matio. Numbers come in C order,
// whatever MATLAB's order; char arrays and cells of them are words.
#include <matio.h>

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/npy_header.h"
#include "sextant/core/unpacked_size.h"
#include "sextant/data/series/array_files.h"
#include "sextant/data/series/mat_layout.h"

namespace sextant::data {
namespace {

using Variable = std::unique_ptr<matvar_t, void (*)(matvar_t*)>;

bool is_number_class(const matvar_t& variable) {
  return !variable.isComplex && variable.class_type >= MAT_C_DOUBLE && variable.class_type <= MAT_C_UINT64;
}

std::vector<Index> shape_of(const matvar_t& variable) {
  std::vector<Index> shape;
  for (int axis = 0; axis < variable.rank; ++axis) shape.push_back(static_cast<Index>(variable.dims[axis]));
  return shape;
}

template <class Number>
double number_at(const void* data, std::size_t i) {
  return static_cast<double>(static_cast<const Number*>(data)[i]);
}

double number_at(const matvar_t& variable, std::size_t i) {
  switch (variable.data_type) {
    case MAT_T_DOUBLE:
      return number_at<double>(variable.data, i);
    case MAT_T_SINGLE:
      return number_at<float>(variable.data, i);
    case MAT_T_INT8:
      return number_at<std::int8_t>(variable.data, i);
    case MAT_T_UINT8:
      return number_at<std::uint8_t>(variable.data, i);
    case MAT_T_INT16:
      return number_at<std::int16_t>(variable.data, i);
    case MAT_T_UINT16:
      return number_at<std::uint16_t>(variable.data, i);
    case MAT_T_INT32:
      return number_at<std::int32_t>(variable.data, i);
    case MAT_T_UINT32:
      return number_at<std::uint32_t>(variable.data, i);
    case MAT_T_INT64:
      return number_at<std::int64_t>(variable.data, i);
    case MAT_T_UINT64:
      return number_at<std::uint64_t>(variable.data, i);
    default:
      fail("unsupported matio type {}", static_cast<int>(variable.data_type));
  }
}

/// The first row of a char array, without blanks at its end.
std::string text_of(const matvar_t* variable) {
  if (!variable || variable->class_type != MAT_C_CHAR || variable->rank != 2 || !variable->data) return {};
  const std::size_t rows = variable->dims[0], columns = variable->dims[1];
  const bool wide = variable->data_type == MAT_T_UINT16 || variable->data_type == MAT_T_UTF16;
  if (rows == 0 || variable->nbytes < rows * columns * (wide ? 2 : 1)) return {};
  std::string text;
  for (std::size_t i = 0; i < columns; ++i) {
    const unsigned letter = wide ? static_cast<const std::uint16_t*>(variable->data)[i * rows]
                                 : static_cast<const std::uint8_t*>(variable->data)[i * rows];
    text.push_back(letter < 128 ? static_cast<char>(letter) : '?');
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::vector<std::string> words_of(matvar_t& cells) {
  std::vector<std::string> words;
  const std::size_t count = cells.data_size > 0 ? cells.nbytes / static_cast<std::size_t>(cells.data_size) : 0;
  for (std::size_t i = 0; cells.data && i < count; ++i)
    words.push_back(text_of(Mat_VarGetCell(&cells, static_cast<int>(i))));
  return words;
}

class MatFile final : public TensorFile {
 public:
  explicit MatFile(const std::string& path)
      : TensorFile(path),
        file_(Mat_Open(path.c_str(), MAT_ACC_RDONLY), Mat_Close),
        bytes_on_disk_(std::filesystem::file_size(path)) {
    require(file_ != nullptr, "{}: not a MATLAB file, or unreadable", path);
    while (const Variable info{Mat_VarReadNextInfo(file_.get()), Mat_VarFree}) {
      if (!info->name) continue;
      if (is_number_class(*info)) add({info->name, "MATLAB", shape_of(*info)});
      if (info->class_type == MAT_C_CELL) cells_.emplace_back(info->name);
    }
    require(!entries().empty(), "{}: it has no numeric array, or it is truncated", path);
  }
  ~MatFile() override {
    const auto held = hold_hdf5();
    file_.reset();
  }

  std::vector<double> values(std::string_view name) const override {
    const TensorEntry& entry = find(name);
    const auto held = hold_hdf5();
    const auto entries = count_of_shape(entry.shape, path());
    constexpr std::size_t bytes_of_entry = 2 * sizeof(double);  // as it is read, and as it is handed on
    require_plausible_size(fmt::format("{}: array '{}'", path(), name), bytes_on_disk_, entries * sizeof(double),
                           entries * bytes_of_entry);
    const Variable variable{Mat_VarRead(file_.get(), entry.name.c_str()), Mat_VarFree};
    const auto count = static_cast<std::size_t>(entry.count());
    require(variable && variable->data && variable->data_size > 0 &&
                variable->nbytes / static_cast<std::size_t>(variable->data_size) == count,
            "{}: array '{}' cannot be read; the file may be truncated", path(), name);
    std::vector<double> values(count);
    fill(*variable, entry.shape, values);
    return values;
  }

  std::map<std::string, std::vector<std::string>> words() const {
    std::map<std::string, std::vector<std::string>> result;
    for (const auto& name : cells_)
      if (const Variable cells{Mat_VarRead(file_.get(), name.c_str()), Mat_VarFree}) result[name] = words_of(*cells);
    return result;
  }

 private:
  /// The first axis moves fastest in MATLAB, the last one here.
  static void fill(const matvar_t& variable, const std::vector<Index>& shape, std::vector<double>& values) {
    std::vector<Index> place(shape.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      Index target = 0;
      for (std::size_t axis = 0; axis < shape.size(); ++axis) target = target * shape[axis] + place[axis];
      values[static_cast<std::size_t>(target)] = number_at(variable, i);
      for (std::size_t axis = 0; axis < shape.size() && ++place[axis] == shape[axis]; ++axis) place[axis] = 0;
    }
  }

  std::unique_ptr<mat_t, int (*)(mat_t*)> file_;
  std::vector<std::string> cells_;
  std::size_t bytes_on_disk_;
};

}  // namespace

ArrayFile open_mat(const std::string& path) {
  const auto held = hold_hdf5();
  require_sound_mat(path);
  auto file = std::make_unique<MatFile>(path);
  auto words = file->words();
  return {std::move(file), std::move(words), {}, {}};
}

}  // namespace sextant::data
