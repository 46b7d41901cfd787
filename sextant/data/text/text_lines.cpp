// Plain text: documents are lines, or files.
#include <algorithm>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/data/text/line_stream.h"
#include "sextant/data/text/text_source.h"

namespace sextant::data {
namespace {

class TextLines final : public TextSource {
 public:
  TextLines(const std::string& path, std::size_t longest) : lines_(path, longest) {}
  bool next(std::string_view& text) override { return lines_.next(text); }
  BytesRead progress() const override { return lines_.progress(); }
  std::string place() const override { return lines_.place(); }

 private:
  LineStream lines_;
};

class TextFolder final : public TextSource {
 public:
  TextFolder(const std::string& path, std::size_t longest) : longest_(longest) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (!entry.is_regular_file()) continue;
      files_.push_back(entry.path());
      read_.total += entry.file_size();
    }
    require(!files_.empty(), "{}: the folder is empty", path);
    std::ranges::sort(files_);
  }

  bool next(std::string_view& text) override {
    if (following_ == files_.size()) return false;
    const auto& file = files_[following_++];
    content_ = read_unpacked(file, longest_);
    read_.done += std::filesystem::file_size(file);
    text = content_;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
    return true;
  }
  BytesRead progress() const override { return read_; }
  std::string place() const override { return files_[following_ - 1]; }

 private:
  std::vector<std::filesystem::path> files_;
  std::size_t following_ = 0;
  BytesRead read_;
  std::size_t longest_;
  std::string content_;
};

}  // namespace

std::unique_ptr<TextSource> open_text_lines(const std::string& path, std::size_t longest) {
  return std::make_unique<TextLines>(path, longest);
}

std::unique_ptr<TextSource> open_text_folder(const std::string& path, std::size_t longest) {
  try {
    return std::make_unique<TextFolder>(path, longest);
  } catch (const std::filesystem::filesystem_error& error) {
    fail("cannot read {}: {}", path, error.code().message());
  }
}

}  // namespace sextant::data
