#include "sextant/stress/position_counts.h"

namespace sextant::stress {
namespace {

constexpr std::size_t counts_at_once = 1 << 18;  // written to a file

}  // namespace

std::vector<std::uint64_t> PositionCounts::totals(Index part) const {
  std::vector<std::uint64_t> result;
  for (Index t = 0; t < positions; ++t) result.push_back(sums[static_cast<std::size_t>(t * parts + part)]);
  return result;
}

CountsWriter::CountsWriter(Index positions, Index parts, Index documents, bool in_file)
    : file_(in_file ? std::make_shared<TemporaryFile>() : nullptr) {
  result_.positions = positions;
  result_.parts = parts;
  result_.documents = documents;
  result_.sums.assign(static_cast<std::size_t>(positions * parts), 0);
}

CountsWriter::CountsWriter(const PositionCounts& like)
    : CountsWriter(like.positions, like.parts, like.documents, like.rows.in_file()) {}

void CountsWriter::reserve(std::size_t entries) {
  if (!file_) numbers_.reserve(entries * result_.stride());
}

void CountsWriter::append(std::int32_t token, std::size_t place, const std::uint32_t* counts) {
  if (result_.tokens.empty() || result_.tokens.back() != token) {
    result_.tokens.push_back(token);
    result_.starts.push_back(entries_);
  }
  const auto parts = static_cast<std::size_t>(result_.parts);
  numbers_.push_back(static_cast<std::uint32_t>(place));
  numbers_.insert(numbers_.end(), counts, counts + parts);
  for (std::size_t part = 0; part < parts; ++part) result_.sums[place * parts + part] += counts[part];
  ++entries_;
  if (file_ && numbers_.size() >= counts_at_once) flush();
}

void CountsWriter::flush() {
  file_->write(numbers_.data(), numbers_.size() * sizeof(std::uint32_t));
  numbers_.clear();
}

PositionCounts CountsWriter::finish() {
  if (file_) flush();
  result_.starts.push_back(entries_);
  result_.rows = file_ ? CountRows(std::move(file_)) : CountRows(std::move(numbers_));
  return std::move(result_);
}

}  // namespace sextant::stress
