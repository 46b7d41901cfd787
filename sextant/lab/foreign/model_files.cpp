#include "sextant/lab/foreign/model_files.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/other_formats.h"

namespace sextant::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view single_ending = ".safetensors";
constexpr std::string_view index_ending = ".safetensors.index.json";

/// The names in a directory that end so, in order.
std::vector<std::string> names_ending(const std::string& directory, std::string_view ending) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    if (const std::string name = entry.path().filename(); name.ends_with(ending)) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

std::string find_weights(const std::string& directory) {
  for (const std::string_view ending : {index_ending, single_ending}) {
    const auto names = names_ending(directory, ending);
    const std::string usual = "model" + std::string(ending);
    if (std::ranges::find(names, usual) != names.end()) return directory + "/" + usual;
    if (names.size() == 1) return directory + "/" + names.front();
    require(names.empty(), "{}: several files end with {} ({}); name one of them", directory, ending,
            fmt::join(names, ", "));
  }
  for (const auto& entry : fs::directory_iterator(directory))
    if (const std::string found = describe_other_format(entry.path()); !found.empty())
      fail("{}: no .safetensors file in this directory; {} is {}", directory, entry.path().filename().string(), found);
  fail("{}: no .safetensors file in this directory", directory);
}

}  // namespace

ModelFiles find_model_files(const std::string& path) {
  std::error_code problem;
  if (fs::is_directory(path, problem)) return {path, find_weights(path), true};
  require(fs::exists(path, problem), "{}: no such file or directory", path);
  refuse_other_format(path);
  require(!path.ends_with(index_ending), "{}: give the directory of the shards instead of their index", path);
  require(path.ends_with(single_ending), "{}: expected a directory with config.json, or a .safetensors file", path);
  return {path, path, false};
}

std::string weights_file(const std::string& path) {
  std::error_code problem;
  if (fs::is_directory(path, problem)) return find_weights(path);
  refuse_other_format(path);
  return path;
}

void require_new_place(const ModelFiles& model, const std::string& out) {
  require(!out.empty(), "no output given; name a new directory with --out");
  std::error_code problem;
  const fs::path from = fs::weakly_canonical(model.path), to = fs::weakly_canonical(out);
  const fs::path inside = to.lexically_relative(from);
  require(from != to, "{}: the output is the model itself; choose another --out", out);
  require(!model.directory || inside.empty() || *inside.begin() == "..", "{}: the output lies inside the model {}", out,
          model.path);
  const bool empty_directory = fs::is_directory(out, problem) && fs::is_empty(out, problem);
  require(!fs::exists(fs::symlink_status(out)) || empty_directory, "{}: is there already; choose a new name for --out",
          out);
}

}  // namespace sextant::lab
