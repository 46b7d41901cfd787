// The formats of named tensors, chosen by the ending of the name.
#include "sextant/core/tensor_file.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/npy_header.h"
#include "sextant/core/npz.h"
#include "sextant/core/options.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/tensor_formats.h"
#include "sextant/core/unpacked_size.h"

namespace sextant::core {
namespace {

class SafetensorsFile final : public TensorFile {
 public:
  explicit SafetensorsFile(const std::string& path) : TensorFile(path), file_(path) {
    for (const auto& entry : file_.entries()) add({entry.name, entry.dtype, entry.shape});
  }
  std::vector<double> values(std::string_view name) const override { return file_.values(name); }
  std::map<std::string, std::string> metadata() const override { return file_.metadata(); }

 private:
  Safetensors file_;
};

const char* name_of(Element element) {
  switch (element) {
    case Element::f64:
      return "F64";
    case Element::f32:
      return "F32";
    case Element::f16:
      return "F16";
    default:
      return is_integer(element) ? "integer" : "BOOL";
  }
}

class NpzFile final : public TensorFile {
 public:
  explicit NpzFile(const std::string& path) : TensorFile(path), file_(path) {
    for (const auto& name : file_.names()) {
      const std::string beginning = file_.beginning(name, longest_npy_beginning);
      const std::string who = fmt::format("{}: array '{}'", path, name);
      const NpyHeader header = parse_npy_beginning(beginning, file_.size(name), who).header;
      add({name, name_of(header.element), header.shape});
    }
  }
  std::vector<double> values(std::string_view name) const override {
    const TensorEntry& entry = find(name);
    const std::string who = fmt::format("{}: array '{}'", path(), name);
    const std::size_t bytes = file_.size(entry.name);
    const std::size_t numbers = static_cast<std::size_t>(entry.count()) * sizeof(double);
    require_plausible_size(who, bytes, bytes, bytes + 2 * numbers);  // twice: Fortran order is turned
    return make_npy_array(file_.content(entry.name), who).values;
  }

 private:
  Npz file_;
};

class NpyFile final : public TensorFile {
 public:
  explicit NpyFile(const std::string& path) : TensorFile(path), array_(read_npy(path)) {
    add({std::filesystem::path(path).stem(), "numbers", array_.shape});
  }
  std::vector<double> values(std::string_view name) const override {
    find(name);
    return array_.values;
  }

 private:
  NpyArray array_;
};

}  // namespace

void TensorFile::add(TensorEntry entry) {
  const bool first = places_.emplace(entry.name, entries_.size()).second;
  require(first, "{}: tensor '{}' appears twice", path_, entry.name);
  entries_.push_back(std::move(entry));
}

const TensorEntry& TensorFile::find(std::string_view name) const {
  if (const auto place = places_.find(name); place != places_.end()) return entries_[place->second];
  std::vector<std::string> names;
  for (const auto& entry : entries_) names.push_back(entry.name);
  fail("{}: no tensor '{}'{}", path_, name, nearest_name_hint(name, names));
}

std::unique_ptr<TensorFile> open_tensor_file(const std::string& path) {
  const std::string_view name = path;
  if (name.ends_with(".safetensors")) return std::make_unique<SafetensorsFile>(path);
  if (name.ends_with(".safetensors.index.json")) return open_sharded_tensors(path);
  if (name.ends_with(".npz")) return std::make_unique<NpzFile>(path);
  if (name.ends_with(".npy")) return std::make_unique<NpyFile>(path);
  if (name.ends_with(".json")) return open_json_tensors(path);
  fail("{}: expected tensors in .safetensors, .safetensors.index.json, .npz, .npy or .json", path);
}

}  // namespace sextant::core
