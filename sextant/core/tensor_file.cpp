#include "sextant/core/tensor_file.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/npy_header.h"
#include "sextant/core/npz.h"
#include "sextant/core/options.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/unpacked_size.h"

namespace sextant::core {

// The formats of named tensors, chosen by the ending of the name.
namespace {

class SafetensorsFile final : public TensorFile {
 public:
  explicit SafetensorsFile(const std::string& path) : TensorFile(path), file_(path) {
    for (const auto& entry : file_.entries()) add({entry.name, entry.dtype, entry.shape});
  }
  std::vector<double> values(std::string_view name) const override { return file_.values(name); }
  std::vector<double> part(std::string_view name, Index first, Index count) const override {
    return file_.part(name, first, count);
  }
  bool reads_parts() const override { return true; }
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

std::vector<double> TensorFile::part(std::string_view name, Index first, Index count) const {
  const std::vector<double> all = values(name);
  require(first >= 0 && count >= 0 && first + count <= static_cast<Index>(all.size()),
          "{}: tensor '{}' has {} numbers, asked for {} to {}", path_, name, all.size(), first, first + count);
  return {all.begin() + first, all.begin() + first + count};
}

namespace {
constexpr Index numbers_at_a_time = Index{1} << 20;
}

bool TensorFile::same_numbers(std::string_view one, std::string_view other) const {
  const Index all = find(one).count();
  if (all != find(other).count()) return false;
  const Index step = reads_parts() ? numbers_at_a_time : std::max(all, Index{1});
  for (Index first = 0; first < all; first += step) {
    const Index count = std::min(step, all - first);
    if (part(one, first, count) != part(other, first, count)) return false;
  }
  return true;
}

void TensorFile::each_part(std::string_view name, const std::function<void(std::span<const double>)>& look) const {
  if (!reads_parts()) return look(values(name));
  const Index all = find(name).count();
  for (Index first = 0; first < all; first += numbers_at_a_time)
    look(part(name, first, std::min(numbers_at_a_time, all - first)));
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

// Hugging Face's shards: an index file says in which safetensors file each tensor lies.
namespace {

using Json = nlohmann::json;

class ShardedTensors final : public TensorFile {
 public:
  explicit ShardedTensors(const std::string& path) : TensorFile(path) {
    const Json map = read_map();
    for (const auto& [tensor, shard] : map.items()) {
      require(shard.is_string(), "{}: weight_map '{}' is not the name of a file", path, tensor);
      const Safetensors& file = open_shard(shard.get<std::string>());
      const auto& entry = file.find(tensor);
      add({entry.name, entry.dtype, entry.shape});
      shard_of_[tensor] = &file;
    }
  }
  std::vector<double> values(std::string_view name) const override {
    return shard_of_.at(find(name).name)->values(name);
  }
  std::vector<double> part(std::string_view name, Index first, Index count) const override {
    return shard_of_.at(find(name).name)->part(name, first, count);
  }
  bool reads_parts() const override { return true; }

 private:
  Json read_map() const {
    const Json root = parse_json(read_file(path()), path());
    const bool good = root.is_object() && root.contains("weight_map") && root["weight_map"].is_object();
    require(good, "{}: expected an object 'weight_map' of tensors and their files", path());
    return root["weight_map"];
  }
  const Safetensors& open_shard(const std::string& name) {
    require(!name.empty() && std::filesystem::path(name).filename() == name,
            "{}: '{}' is not the name of a file beside the index", path(), name);
    auto& shard = shards_[name];
    if (!shard) shard = std::make_unique<Safetensors>(std::filesystem::path(path()).replace_filename(name));
    return *shard;
  }

  std::map<std::string, std::unique_ptr<Safetensors>> shards_;
  std::map<std::string, const Safetensors*> shard_of_;
};

}  // namespace

std::unique_ptr<TensorFile> open_sharded_tensors(const std::string& path) {
  return std::make_unique<ShardedTensors>(path);
}

}  // namespace sextant::core
