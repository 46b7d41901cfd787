// Hugging Face's shards: an index file says in which safetensors file each tensor lies.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/tensor_formats.h"

namespace sextant::core {
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
