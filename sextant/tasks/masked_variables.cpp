#include "sextant/tasks/masked_variables.h"

#include <algorithm>
#include <numeric>

#include "sextant/data/series/covariance.h"
#include "sextant/tasks/label_batch.h"

namespace sextant::tasks {
namespace {

Index masked_count(Index variables, Index percent) {
  return std::clamp<Index>((variables * percent + 50) / 100, 1, variables - 1);
}

}  // namespace

void MaskPlan::visit(OptionVisitor& option) {
  option("mask", mask, between(1, 99), "percentage of variables masked in training and in the test split");
  option("test_masks", test_masks, between(1, 99),
         "additional masking percentages for testing: 90 adds a split test_90");
  option("test_rows", test_rows, at_least(0), "maximum number of samples per test split, evenly spaced; 0: all");
  option("data_seed", data_seed, any_seed(),
         "seed of the data, the split and the test masks, independent of the run's seed");
}

void MaskPlan::check() const {
  for (const Index percent : test_masks)
    require(std::count(test_masks.begin(), test_masks.end(), percent) == 1, "task.test_masks: {} appears twice",
            percent);
}

MaskedVariables::MaskedVariables(const char* name, const MaskPlan& plan, std::shared_ptr<const PreparedRows> rows)
    : name_(name),
      plan_(plan),
      rows_(std::move(rows)),
      order_(rows_->train.rows),
      variables_(static_cast<std::size_t>(rows_->train.columns / rows_->features)) {
  require(variables_.size() >= 2, "{}: masked prediction needs 2 tokens or more", name);
  const Index tested = rows_->test.rows;
  const Index count = plan.test_rows == 0 ? tested : std::min(tested, plan.test_rows);
  splits_.push_back({"train", &rows_->train, &rows_->train_groups, rows_->train.rows, plan.mask});
  splits_.push_back({"test", &rows_->test, &rows_->test_groups, count, plan.mask});
  if (rows_->hidden > 0) return;  // one mask for all
  for (const Index mask : plan.test_masks)
    splits_.push_back({fmt::format("test_{}", mask), &rows_->test, &rows_->test_groups, count, mask});
}

TaskShape MaskedVariables::shape() const {
  return {.length = static_cast<Index>(variables_.size()),
          .input = InputKind::values,
          .features = rows_->features,
          .readout = ReadoutPlace::masked,
          .outputs = rows_->features,
          .loss = LossKind::squared_error};
}

std::vector<std::string> MaskedVariables::splits() const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < splits_.size(); ++i) names.push_back(splits_[i].name);
  return names;
}

Index MaskedVariables::size(const std::string& split) const { return find(split).count; }

const MaskedVariables::Split& MaskedVariables::find(const std::string& name) const {
  return find_split(name_, splits_, name);
}

void MaskedVariables::shape_batch(Batch& batch, Index samples) const {
  const auto numbers = static_cast<std::size_t>(samples * rows_->train.columns);
  batch.samples = samples;
  batch.tokens.clear();
  batch.labels.clear();
  batch.values.resize(numbers);                                                // (samples, length, features)
  batch.targets.resize(numbers);                                               // (samples, length, features)
  batch.masked.resize(static_cast<std::size_t>(samples) * variables_.size());  // (samples, length)
}

/// Masked values do not even reach the model: they are 0 there.
void MaskedVariables::write(Batch& batch, Index sample, const double* values, Index mask, const Random& random) {
  const auto length = static_cast<Index>(variables_.size()), start = sample * length;
  const Index features = rows_->features;
  const auto masked = static_cast<std::size_t>(rows_->hidden > 0 ? rows_->hidden : masked_count(length, mask));
  for (auto* numbers : {&batch.targets, &batch.values})
    std::copy_n(values, length * features, numbers->begin() + start * features);
  std::fill_n(batch.masked.begin() + start, length, std::uint8_t{0});
  if (rows_->hidden > 0)
    std::iota(variables_.begin(), variables_.end(), 0);
  else
    random.permutation(variables_);
  for (std::size_t i = 0; i < masked; ++i) {
    const Index place = start + variables_[i];
    batch.masked[static_cast<std::size_t>(place)] = 1;
    std::fill_n(batch.values.begin() + place * features, features, 0.0);
  }
}

void MaskedVariables::fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) {
  const auto rows = order_.rows_of(samples, seed, step);
  shape_batch(batch, static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    write(batch, static_cast<Index>(i), rows_->train.values.data() + rows[i] * rows_->train.columns, plan_.mask,
          Random(seed, Stream::masking, step, static_cast<std::uint32_t>(i)));
}

void MaskedVariables::fill(Batch& batch, const std::string& name, Index first, Index count) {
  const Split& split = find(name);
  require_rows(name_, name, first, count, split.count);
  shape_batch(batch, count);
  for (Index i = 0; i < count; ++i) {
    const Index row = split.row(first + i);
    write(batch, i, split.rows->values.data() + row * split.rows->columns, split.mask,
          Random(static_cast<std::uint64_t>(plan_.data_seed), Stream::evaluation, static_cast<std::uint64_t>(row),
                 static_cast<std::uint32_t>(split.mask)));
  }
}

TokenFacts MaskedVariables::token_facts() const {
  TokenFacts facts = rows_->facts;
  const Table& train = rows_->train;
  if (rows_->features > 1) return facts;
  facts.covariance = second_moments(train, 0, train.rows);
  facts.folds = {second_moments(train, 0, rows_->half), second_moments(train, rows_->half, train.rows - rows_->half)};
  return facts;
}

std::vector<std::string> MaskedVariables::groups(const std::string& name) const {
  const Split& split = find(name);
  std::vector<std::string> names;
  if (split.groups->empty()) return names;
  for (Index i = 0; i < split.count; ++i) names.push_back((*split.groups)[static_cast<std::size_t>(split.row(i))]);
  return names;
}

}  // namespace sextant::tasks
