#include "sextant/stress/count_rows.h"

namespace sextant::stress {

CountRows::CountRows(std::vector<std::uint32_t> numbers)
    : memory_(std::make_shared<const std::vector<std::uint32_t>>(std::move(numbers))), data_(memory_->data()) {}

CountRows::CountRows(std::shared_ptr<TemporaryFile> file)
    : file_(std::move(file)), data_(reinterpret_cast<const std::uint32_t*>(file_->map())) {}

void CountRows::drop(std::size_t begin, std::size_t end) const {
  if (file_) file_->drop(begin * sizeof(std::uint32_t), end * sizeof(std::uint32_t));
}

}  // namespace sextant::stress
