#include "sextant/tasks/anchor_task.h"

#include "sextant/tasks/label_batch.h"

namespace sextant::tasks {

AnchorTask::AnchorTask(const char* name, const AnchorSequencesRequest& request, Index vocabulary, std::uint64_t seed)
    : name_(name), request_(request), sequences_(request), vocabulary_(vocabulary), seed_(seed), order_(0) {}

void AnchorTask::set_splits(std::vector<Split> splits) {
  splits_ = std::move(splits);
  order_ = EpochOrder(splits_.front().rows, LastBatch::dropped);
}

TaskShape AnchorTask::shape() const {
  return {.length = request_.length,
          .input = InputKind::tokens,
          .features = vocabulary_,
          .readout = ReadoutPlace::last,
          .outputs = vocabulary_,
          .loss = LossKind::cross_entropy};
}

std::vector<std::string> AnchorTask::splits() const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < splits_.size(); ++i) names.push_back(splits_[i].name);
  return names;
}

const AnchorTask::Split& AnchorTask::find(const std::string& split) const { return find_split(name_, splits_, split); }

void AnchorTask::fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) {
  const auto rows = order_.rows_of(samples, seed, step);
  shape_label_batch(batch, static_cast<Index>(rows.size()), request_.length);
  for (std::size_t i = 0; i < rows.size(); ++i) write(batch, static_cast<Index>(i), splits_.front(), rows[i]);
}

void AnchorTask::fill(Batch& batch, const std::string& name, Index first, Index count) {
  const Split& split = find(name);
  require_rows(name_, name, first, count, split.rows);
  shape_label_batch(batch, count, request_.length);
  for (Index i = 0; i < count; ++i) write(batch, i, split, first + i);
}

void AnchorTask::write(Batch& batch, Index sample, const Split& split, Index row) const {
  const Random random(seed_, Stream::data, static_cast<std::uint64_t>(row), split.part);
  const AnchorPair pair = split.pair(row);
  const Index key = sequences_.write(random, split.side, pair, sample_tokens(batch, sample, request_.length));
  batch.labels[static_cast<std::size_t>(sample)] = static_cast<std::int32_t>(answer(split, pair, key));
}

}  // namespace sextant::tasks
