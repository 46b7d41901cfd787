// Whole numbers as text.
#include <algorithm>
#include <charconv>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/data/text/id_source.h"
#include "sextant/data/text/line_stream.h"

namespace sextant::data {
namespace {

class Integers final : public DocumentSource {
 public:
  Integers(const std::string& path, std::vector<std::int32_t> separators, std::size_t longest)
      : lines_(path, longest), separators_(std::move(separators)) {}

  bool next(std::vector<std::int32_t>& ids) override {
    ids.clear();
    if (!open_ && !lines_.next(rest_)) return false;
    open_ = false;
    for (std::int32_t id = 0; read_id(id);) {
      open_ = std::ranges::find(separators_, id) != separators_.end();
      if (open_) break;
      ids.push_back(id);
    }
    return true;
  }
  BytesRead progress() const override { return lines_.progress(); }
  Index vocabulary() const override { return vocabulary_; }

 private:
  // The next number of the line; false at its end.
  bool read_id(std::int32_t& id) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t,;"), rest_.size()));
    if (rest_.empty()) return false;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), id);
    const auto length = static_cast<std::size_t>(end - rest_.data());
    const bool ends = length == rest_.size() || std::string_view(" \t,;").find(*end) != std::string_view::npos;
    require(error == std::errc() && ends && id >= 0 && id < std::numeric_limits<std::int32_t>::max(),
            "{}: '{}' is not an integer >= 0", lines_.place(), rest_.substr(0, rest_.find_first_of(" \t,;")));
    rest_.remove_prefix(length);
    vocabulary_ = std::max<Index>(vocabulary_, id + Index{1});
    return true;
  }

  LineStream lines_;
  std::vector<std::int32_t> separators_;
  std::string_view rest_;  // of the line
  bool open_ = false;      // the line goes on behind a separator
  Index vocabulary_ = 0;
};

}  // namespace

std::unique_ptr<DocumentSource> open_integers(const std::string& path, std::vector<std::int32_t> separators,
                                              std::size_t longest) {
  return std::make_unique<Integers>(path, std::move(separators), longest);
}

}  // namespace sextant::data
