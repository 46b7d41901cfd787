#include "sextant/stress/count_runs.h"

#include <algorithm>
#include <queue>

namespace sextant::stress {

CountRows::CountRows(std::vector<std::uint32_t> numbers)
    : memory_(std::make_shared<const std::vector<std::uint32_t>>(std::move(numbers))), data_(memory_->data()) {}

CountRows::CountRows(std::shared_ptr<TemporaryFile> file)
    : file_(std::move(file)), data_(reinterpret_cast<const std::uint32_t*>(file_->map())) {}

void CountRows::drop(std::size_t begin, std::size_t end) const {
  if (file_) file_->drop(begin * sizeof(std::uint32_t), end * sizeof(std::uint32_t));
}

namespace {

constexpr std::size_t rows_at_once = 1 << 12;  // read from a run
constexpr std::size_t numbers_at_once = 1 << 18;
constexpr std::size_t most_runs = 64;  // more are merged into one, so that reading them side by side needs little

class RunReader {
 public:
  RunReader(const TemporaryFile& file, std::size_t stride, std::size_t begin, std::size_t end)
      : file_(file), stride_(stride), next_(begin), end_(end) {}

  /// The next row; nullptr behind the last.
  const std::uint32_t* next() {
    at_ += stride_;
    if (at_ >= numbers_.size()) {
      const std::size_t bytes = std::min(end_ - next_, rows_at_once * stride_ * sizeof(std::uint32_t));
      if (bytes == 0) return nullptr;
      numbers_.resize(bytes / sizeof(std::uint32_t));
      file_.read(next_, numbers_.data(), bytes);
      next_ += bytes;
      at_ = 0;
    }
    return numbers_.data() + at_;
  }

 private:
  const TemporaryFile& file_;
  std::size_t stride_;
  std::size_t next_, end_;              // bytes of the file that are left
  std::vector<std::uint32_t> numbers_;  // read ahead
  std::size_t at_ = 0;
};

struct Head {
  const std::uint32_t* row;
  std::size_t run;

  std::uint64_t key() const { return (std::uint64_t{row[0]} << 32) | row[1]; }
  bool operator<(const Head& other) const { return key() > other.key(); }  // the smallest key is on top
};

}  // namespace

CountRuns::CountRuns(std::size_t stride) : stride_(stride), file_(std::make_unique<TemporaryFile>()) {}

void CountRuns::append(const std::uint32_t* row) {
  numbers_.insert(numbers_.end(), row, row + stride_);
  if (numbers_.size() >= numbers_at_once) flush();
}

void CountRuns::flush() {
  file_->write(numbers_.data(), numbers_.size() * sizeof(std::uint32_t));
  numbers_.clear();
}

void CountRuns::end_run() {
  flush();
  runs_.push_back({runs_.empty() ? 0 : runs_.back().end, file_->size()});
  if (runs_.size() < most_runs) return;
  CountRuns one(stride_);
  merge([&](const std::uint32_t* row) { one.append(row); });
  one.end_run();
  *this = std::move(one);
}

void CountRuns::merge(const std::function<void(const std::uint32_t*)>& visit) const {
  std::vector<RunReader> readers;
  std::priority_queue<Head> heads;
  const auto advance = [&](std::size_t run) {
    if (const std::uint32_t* row = readers[run].next()) heads.push({row, run});
  };
  for (const Run& run : runs_) readers.emplace_back(*file_, stride_, run.begin, run.end);
  for (std::size_t run = 0; run < readers.size(); ++run) advance(run);
  std::vector<std::uint32_t> sum;
  while (!heads.empty()) {
    const Head head = heads.top();
    heads.pop();
    if (!sum.empty() && Head{sum.data(), 0}.key() == head.key()) {
      for (std::size_t i = 2; i < stride_; ++i) sum[i] += head.row[i];
    } else {
      if (!sum.empty()) visit(sum.data());
      sum.assign(head.row, head.row + stride_);
    }
    advance(head.run);
  }
  if (!sum.empty()) visit(sum.data());
}

}  // namespace sextant::stress
