#include "sextant/data/images/grey_images.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/data/series/array_files.h"
#include "sextant/data/series/series.h"

namespace sextant::data {
namespace {

constexpr Index most_channels = 4, fewest_in_table = 9;  // pixels of a row of a table

bool is_idx_file(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with("ubyte") || name.ends_with(".idx") || !is_array_file(path);
}

/// Neither labels nor anything else that lies beside images.
bool may_hold_images(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  std::ranges::transform(name, name.begin(), [](unsigned char one) { return static_cast<char>(std::tolower(one)); });
  if (name.find("label") != std::string::npos || name.starts_with("y_") || name.starts_with("y.")) return false;
  return is_array_file(path) ? !name.ends_with(".txt")
                             : name.find("ubyte") != std::string::npos || name.ends_with(".idx");
}

std::string find_named(const std::vector<std::string>& files, std::initializer_list<const char*> words,
                       const std::string& folder) {
  std::vector<std::string> found;
  for (const auto& file : files) {
    const std::string name = std::filesystem::path(file).filename().string();
    if (std::ranges::any_of(words, [&](const char* word) { return name.find(word) != std::string::npos; }))
      found.push_back(file);
  }
  if (found.size() > 1)
    fail("{}: {} and {} could both be meant; name a single file of images", folder, found[0], found[1]);
  return found.empty() ? "" : found.front();
}

ImageFiles look_into_folder(const std::string& folder) {
  std::vector<std::string> files = list_files(folder);
  std::erase_if(files, [](const std::string& file) { return !may_hold_images(file); });
  // The same file packed and plain: once.
  std::erase_if(files, [&](const std::string& file) { return std::ranges::count(files, file + ".gz") > 0; });
  const std::string train = find_named(files, {"train"}, folder), test = find_named(files, {"test", "t10k"}, folder);
  if (!train.empty()) return {train, test};
  require(files.size() == 1,
          "{}: expected train-images-idx3-ubyte.gz and t10k-images-idx3-ubyte.gz, other files with `train` and `test` "
          "in their names, or a single file of images (IDX, npy, ...); found {}",
          folder, files.empty() ? "none" : fmt::format("{} files of images or arrays", files.size()));
  return {files.front(), ""};
}

const TensorEntry& choose_images(const TensorFile& file, const char* word) {
  const TensorEntry* best = nullptr;
  for (const auto& entry : file.entries()) {
    const bool named = *word == '\0' || entry.name.find(word) != std::string::npos;
    if (named && entry.shape.size() >= 2 && (best == nullptr || entry.count() > best->count())) best = &entry;
  }
  require(best != nullptr, "{}: expected images, an array (count, height, width); it has none", file.path());
  return *best;
}

/// Where pixel (y, x) of channel c of an image lies in its numbers.
struct Layout {
  Index height = 0, width = 0, channels = 1;
  bool channels_first = false;

  Index place(Index y, Index x, Index c) const {
    return channels_first ? (c * height + y) * width + x : (y * width + x) * channels + c;
  }
};

Layout find_layout(const TensorEntry& entry, const std::string& who) {
  const auto& shape = entry.shape;
  if (shape.size() == 3) return {shape[1], shape[2], 1, false};
  // Grey, RGB and RGBA; only then an axis of two.
  const auto usual = [](Index channels) { return channels == 1 || channels == 3 || channels == most_channels; };
  if (shape.size() == 4 && (usual(shape[3]) || (!usual(shape[1]) && shape[3] <= most_channels)))
    return {shape[1], shape[2], shape[3], false};
  if (shape.size() == 4 && shape[1] <= most_channels) return {shape[2], shape[3], shape[1], true};
  if (shape.size() == 2 && shape[1] >= fewest_in_table) {
    const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(shape[1]))));
    if (side * side == shape[1]) return {side, side, 1, false};
  }
  fail(
      "{}: '{}' has the shape ({}); expected (count, height, width), with at most {} channels first or last, or "
      "(count, "
      "pixels) of square images",
      who, entry.name, fmt::join(shape, " x "), most_channels);
}

/// Brightness as bytes: the least value of all is 0, the largest 255.
ImageSet read_array_images(const std::string& path) {
  const auto [file_name, wanted] = split_array_path(path);
  const ArrayFile file = open_array_file(file_name);
  const TensorEntry& entry = wanted.empty() ? choose_images(*file.arrays, "") : file.arrays->find(wanted);
  const Layout layout = find_layout(entry, path);
  const auto values = file.arrays->values(entry.name);
  require(!values.empty(), "{}: it holds no images", path);
  for (const double value : values) require(std::isfinite(value), "{}: a pixel is {}", path, value);
  const auto [least, most] = std::ranges::minmax(values);
  require(most > least, "{}: all pixels are {}", path, least);
  ImageSet images{entry.shape[0], layout.height, layout.width, {}};
  images.pixels.reserve(static_cast<std::size_t>(images.count * images.height * images.width));
  for (Index k = 0; k < images.count; ++k) {
    const double* image = values.data() + k * layout.height * layout.width * layout.channels;
    for (Index y = 0; y < layout.height; ++y)
      for (Index x = 0; x < layout.width; ++x) {
        double sum = 0;
        for (Index c = 0; c < layout.channels; ++c) sum += image[layout.place(y, x, c)];
        const double brightness = (sum / static_cast<double>(layout.channels) - least) / (most - least);
        images.pixels.push_back(static_cast<std::uint8_t>(std::lround(255 * brightness)));
      }
  }
  return images;
}

}  // namespace

ImageFiles find_image_files(const std::string& path) {
  if (is_directory(path)) return look_into_folder(path);
  if (split_array_path(path).second.empty() && path.ends_with(".npz")) {  // as Keras keeps them: x_train, x_test
    const ArrayFile file = open_array_file(path);
    const auto& entries = file.arrays->entries();
    const auto has = [&](const char* word) {
      return std::ranges::any_of(entries, [&](const TensorEntry& one) {
        return one.shape.size() >= 2 && one.name.find(word) != std::string::npos;
      });
    };
    if (has("train") && has("test"))
      return {path + "#" + choose_images(*file.arrays, "train").name,
              path + "#" + choose_images(*file.arrays, "test").name};
  }
  return {path, ""};
}

ImageSet read_grey_images(const std::string& path) {
  return is_idx_file(split_array_path(path).first) ? read_idx_images(path) : read_array_images(path);
}

}  // namespace sextant::data
