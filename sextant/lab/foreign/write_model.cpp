// Writing a model with some tensors changed: into a directory of a temporary name, which is renamed once all is there.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/mapped_file.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/temporary_file.h"
#include "sextant/core/tensor_bytes.h"
#include "sextant/lab/foreign/model_files.h"

namespace sextant::lab {
namespace {

namespace fs = std::filesystem;

/// Removed again unless it was renamed.
class PartialDirectory {
 public:
  explicit PartialDirectory(const std::string& target) : target_(target), path_(temporary_name(target)) {
    make_directory(path_);
  }
  ~PartialDirectory() {
    std::error_code problem;
    if (!path_.empty()) fs::remove_all(path_, problem);
  }
  PartialDirectory(const PartialDirectory&) = delete;
  PartialDirectory& operator=(const PartialDirectory&) = delete;

  const std::string& path() const { return path_; }
  void commit() {
    std::error_code problem;
    fs::remove(target_, problem);  // an empty directory
    fs::rename(path_, target_, problem);
    require(!problem, "{}: {}", target_, problem.message());
    path_.clear();
    const fs::path parent = fs::absolute(target_).lexically_normal().parent_path();
    sync_directory(parent);
  }

 private:
  std::string target_;
  std::string path_;
};

bool holds(const Safetensors& file, const ModelChange& change) {
  return std::ranges::any_of(change.tensors, [&](const auto& one) { return file.has(one.first); }) ||
         std::ranges::any_of(change.dropped, [&](const auto& name) { return file.has(name); });
}

void write_changed(const Safetensors& file, const ModelChange& change, const std::string& to) {
  std::vector<std::vector<std::byte>> own;
  own.reserve(change.tensors.size());
  std::vector<SafetensorsItem> items;
  for (const SafetensorsEntry& entry : file.entries()) {
    if (change.dropped.contains(entry.name)) continue;
    SafetensorsItem item{entry.name, entry.dtype, entry.shape, entry.data, entry.bytes};
    if (const auto found = change.tensors.find(entry.name); found != change.tensors.end()) {
      own.push_back(tensor_bytes(entry.dtype, found->second.values, fmt::format("tensor '{}'", entry.name)));
      item.data = own.back().data();
      item.bytes = own.back().size();
      if (!found->second.shape.empty()) item.shape = found->second.shape;
    }
    items.push_back(item);
  }
  auto metadata = file.metadata();
  if (metadata.erase("checksum") > 0)  // a checkpoint of our own
    write_checked_safetensors(to, items, metadata);
  else
    write_safetensors(to, items, metadata);
}

void copy_whole(const std::string& from, const std::string& to) {
  AtomicFile copy(to);
  if (fs::file_size(from) > 0) {  // nothing cannot be mapped
    const MappedFile file(from);
    copy.write(file.data(), file.size());
  }
  copy.commit();
}

/// Weights in a format that is not rewritten.
bool is_other_weights(const fs::path& path) {
  const std::string ending = path.extension();
  return ending == ".bin" || ending == ".pt" || ending == ".h5" || ending == ".msgpack" || ending == ".onnx" ||
         ending == ".gguf" || ending == ".ot";
}

/// The index of shards without the tensors that were dropped.
std::string without_dropped(const fs::path& index, const ModelChange& change) {
  auto root = parse_json_in_order(read_file(index), index);
  if (root.is_object() && root.contains("weight_map") && root["weight_map"].is_object())
    for (const std::string& name : change.dropped) root["weight_map"].erase(name);
  return root.dump(2) + "\n";
}

void write_one(const fs::path& from, const std::string& name, const ModelChange& change, const std::string& to,
               WrittenModel& written) {
  if (const auto found = change.files.find(name); found != change.files.end()) {
    write_file_atomically(to, found->second);
    written.rewritten.push_back(name);
    return;
  }
  if (!change.dropped.empty() && name.ends_with(".safetensors.index.json")) {
    write_file_atomically(to, without_dropped(from, change));
    written.rewritten.push_back(name);
    return;
  }
  if (from.extension() == ".safetensors") {
    const Safetensors file(from);
    if (holds(file, change)) {
      write_changed(file, change, to);
      written.rewritten.push_back(name);
      return;
    }
  }
  copy_whole(from, to);
  written.copied.push_back(name);
  if (is_other_weights(from)) written.stale.push_back(name);
}

}  // namespace

WrittenModel write_model(const ModelFiles& model, const ModelChange& change, const std::string& out) {
  require_new_place(model, out);
  WrittenModel written{out};
  if (!model.directory && out.ends_with(".safetensors")) {
    write_one(model.path, fs::path(out).filename(), change, out, written);
    return written;
  }
  PartialDirectory partial(out);
  if (!model.directory) {
    const std::string name = fs::path(model.path).filename();
    write_one(model.path, name, change, partial.path() + "/" + name, written);
  }
  if (model.directory)
    for (const auto& entry : fs::recursive_directory_iterator(model.path)) {
      const std::string name = entry.path().lexically_relative(model.path);
      const std::string to = partial.path() + "/" + name;
      std::error_code broken;  // a link that leads nowhere is left behind
      if (entry.is_directory(broken))
        make_directory(to);
      else if (entry.is_regular_file(broken))  // a link is followed, as Hugging Face's cache needs it
        write_one(entry.path(), name, change, to, written);
    }
  std::ranges::sort(written.rewritten);
  std::ranges::sort(written.copied);
  std::ranges::sort(written.stale);
  partial.commit();
  return written;
}

}  // namespace sextant::lab
