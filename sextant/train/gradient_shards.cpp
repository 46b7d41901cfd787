// Shard l of n takes the samples [l s/n, (l+1) s/n) of a batch of s, in chunks that fit the cache.
#include "sextant/train/gradient_shards.h"

#include <cmath>

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

/// sum += other, element by element.
void add(Index count, real* __restrict sum, const real* __restrict other) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) sum[i] += other[i];
}

double sum_of_squares(Index count, const real* values) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (Index i = 0; i < count; ++i) sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  return sum;
}

}  // namespace

GradientShards::GradientShards(const ModelParts& parts, const TrainOptions& options)
    : shards_(static_cast<std::size_t>(options.gradient_shards)),
      chunk_rows_(options.chunk_rows),
      pool_(options.threads, denormals_of(options.denormals)) {
  for (Index thread = 0; thread < options.threads; ++thread) {
    models_.push_back(std::make_unique<Transformer>(parts.model, parts.position, parts.shape, parts.arrangement));
    models_.back()->set_savings(options.savings);
    models_.back()->set_most_rows(std::max(options.chunk_rows, parts.shape.length + 1));
    if (thread > 0) models_.back()->parameters().share_values(model().parameters());
  }
  for (auto& shard : shards_) shard.gradients.resize(static_cast<std::size_t>(model().parameters().size()), real(0));
}

Score GradientShards::forward_backward(const Batch& batch, const Pass& pass, real weight) {
  return work(batch, pass, true, weight);
}

Score GradientShards::forward(const Batch& batch, const Pass& pass) { return work(batch, pass, false, 0); }

Score GradientShards::work(const Batch& batch, const Pass& pass, bool backward, real weight) {
  batch_ = &batch;
  pass_ = pass;
  backward_ = backward;
  weight_ = weight;
  pool_.run([this](Index thread) {
    for (Index shard = thread; shard < static_cast<Index>(shards_.size()); shard += pool_.threads())
      work_on_shard(shard, *models_[static_cast<std::size_t>(thread)]);
  });
  Score total;
  for (const auto& shard : shards_) total.add(shard.score);
  return total;
}

void GradientShards::work_on_shard(Index number, Transformer& model) {
  auto& shard = shards_[static_cast<std::size_t>(number)];
  shard.score = {};
  if (backward_) {
    std::fill(shard.gradients.begin(), shard.gradients.end(), real(0));
    model.parameters().bind_gradients(shard.gradients.data());
  }
  const auto shards = static_cast<Index>(shards_.size());
  const Index first = number * batch_->samples / shards;
  const Index end = (number + 1) * batch_->samples / shards;
  if (first == end) return;
  model.begin_batch(*batch_, first, end - first, pass_);
  const Index chunk = std::max<Index>(1, chunk_rows_ / model.batch_length());
  for (Index sample = first; sample < end; sample += chunk) {
    shard.score.add(model.forward_chunk(sample, std::min(chunk, end - sample)));
    if (backward_) model.backward_chunk(weight_);
  }
  if (backward_) model.end_batch();
}

double GradientShards::gather() {
  // In blocks, so that a sum is squared while it is still in the cache.
  constexpr Index block = 4096;
  const Index size = model().parameters().trainable_size();
  real* sum = shards_.front().gradients.data();
  double squares = 0;
  for (Index first = 0; first < size; first += block) {
    const Index count = std::min(block, size - first);
    for (std::size_t shard = 1; shard < shards_.size(); ++shard)
      add(count, sum + first, shards_[shard].gradients.data() + first);
    squares += sum_of_squares(count, sum + first);
  }
  return std::sqrt(squares);
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
