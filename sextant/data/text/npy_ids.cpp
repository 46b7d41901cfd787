// Token ids that somebody else made: a NumPy array, read where it lies in the file.
#include <algorithm>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/mapped_file.h"
#include "sextant/core/npy_header.h"
#include "sextant/data/text/id_source.h"

namespace sextant::data {
namespace {

class NpyIds final : public DocumentSource {
 public:
  NpyIds(const std::string& path, std::vector<std::int32_t> separators)
      : path_(path), file_(path), array_(parse_npy(file_.text(), path)), separators_(std::move(separators)) {
    const auto& shape = array_.header.shape;
    require(shape.size() == 1 || shape.size() == 2,
            "{}: expected a 1-D array of token ids (documents between separators) or 2-D (one document per row), found "
            "shape ({})",
            path, fmt::join(shape, ", "));
    require(is_integer(array_.header.element), "{}: expected integers; save the ids with astype('int32')", path);
    require(shape.size() == 1 || !array_.header.fortran_order,
            "{}: the rows are in Fortran order; save them in C order", path);
    count_ = static_cast<Index>(array_.count);
    if (shape.size() == 2) row_ = shape[1];
  }

  bool next(std::vector<std::int32_t>& ids) override {
    ids.clear();
    if (done_ >= count_) return false;
    const Index end = row_ > 0 ? done_ + row_ : count_;
    while (done_ < end) {
      const std::int32_t id = read_id(done_++);
      const bool separates = std::ranges::find(separators_, id) != separators_.end();
      if (separates && row_ == 0) break;
      if (!separates) ids.push_back(id);
    }
    return true;
  }
  BytesRead progress() const override {
    const std::uint64_t bytes = bytes_of(array_.header.element);
    return {static_cast<std::uint64_t>(done_) * bytes, static_cast<std::uint64_t>(count_) * bytes};
  }
  Index vocabulary() const override { return vocabulary_; }

 private:
  std::int32_t read_id(Index place) {
    if (place >= block_end_) read_block(place);
    const double id = block_[block_.size() - static_cast<std::size_t>(block_end_ - place)];
    require(id >= 0 && id < std::numeric_limits<std::int32_t>::max(), "{}: entry {} is {}, expected an id >= 0", path_,
            place, id);
    vocabulary_ = std::max(vocabulary_, static_cast<Index>(id) + 1);
    return static_cast<std::int32_t>(id);
  }

  // Some entries from `place` on as doubles, which hold every id that is allowed.
  void read_block(Index place) {
    constexpr Index block = 1 << 14;
    block_end_ = std::min(count_, place + block);
    const auto* data = array_.data + static_cast<std::size_t>(place) * bytes_of(array_.header.element);
    block_ = read_elements(array_.header.element, data, static_cast<std::size_t>(block_end_ - place));
  }

  std::string path_;
  MappedFile file_;
  NpyContent array_;
  std::vector<std::int32_t> separators_;
  Index count_ = 0, row_ = 0, done_ = 0;  // row_ 0: one axis
  std::vector<double> block_;             // the entries before block_end_
  Index block_end_ = 0;
  Index vocabulary_ = 0;
};

}  // namespace

std::unique_ptr<DocumentSource> open_npy_ids(const std::string& path, std::vector<std::int32_t> separators) {
  return std::make_unique<NpyIds>(path, std::move(separators));
}

}  // namespace sextant::data
