#include "sextant/tasks/length_task.h"

#include <algorithm>

#include "sextant/tasks/label_batch.h"

namespace sextant::tasks {

void LengthTaskOptions::visit(OptionVisitor& option) {
  lengths.visit(option, 1, "size of a sample; a range such as [1, 20]: drawn for each sample");
  option("test_rows", test_rows, at_least(1), "samples per test split");
}

TaskShape LengthTask::shape() const {
  return {.length = tokens_of(lengths_.longest()),
          .input = InputKind::tokens,
          .features = vocabulary(),
          .readout = ReadoutPlace::every,
          .outputs = vocabulary(),
          .loss = LossKind::cross_entropy,
          .ragged = lengths_.ragged()};
}

std::vector<std::string> LengthTask::splits() const {
  std::vector<std::string> names{"test"};
  for (auto& name : lengths_.splits()) names.push_back(std::move(name));
  return names;
}

Index LengthTask::size(const std::string& split) const {
  if (split == "train") return 0;
  require_split(split);
  return test_rows_;
}

void LengthTask::fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) {
  shape_batch(batch, samples);
  const Random sizes(seed, Stream::data, step);  // part 0; part i + 1 is sample i
  for (Index i = 0; i < samples; ++i)
    write_sample(batch, i, Random(seed, Stream::data, step, static_cast<std::uint32_t>(i + 1)),
                 lengths_.draw(sizes, static_cast<std::uint64_t>(i)));
}

void LengthTask::fill(Batch& batch, const std::string& split, Index first, Index count) {
  require_split(split);
  require_rows(name_, split, first, count, test_rows_);
  shape_batch(batch, count);
  const auto fixed = lengths_.of_split(split);
  const auto part = static_cast<std::uint64_t>(fixed ? *fixed : 0);
  for (Index i = 0; i < count; ++i)
    write_sample(batch, i, Random(seed_, Stream::evaluation, part, static_cast<std::uint32_t>(first + i)),
                 fixed ? *fixed : lengths_.training.low + (first + i) % lengths_.training.count());
}

Arrangement LengthTask::true_positions() const { return Arrangement::index(tokens_of(lengths_.longest())); }

void LengthTask::write_answer(std::span<const std::int32_t> prompt, std::int32_t separator,
                              std::span<const std::int32_t> answer, std::span<std::int32_t> tokens,
                              std::span<std::int32_t> labels) {
  std::ranges::copy(prompt, tokens.begin());
  tokens[prompt.size()] = separator;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    labels[prompt.size() + i] = answer[i];
    if (i + 1 < answer.size()) tokens[prompt.size() + 1 + i] = answer[i];
  }
}

void LengthTask::shape_batch(Batch& batch, Index samples) const {
  const Index length = tokens_of(lengths_.longest());
  shape_label_batch(batch, samples, length);
  batch.labels.assign(static_cast<std::size_t>(samples * length), Batch::unscored);
  std::ranges::fill(batch.tokens, Batch::blank);
  shape_lengths(batch, lengths_);
}

void LengthTask::write_sample(Batch& batch, Index sample, const Random& random, Index n) const {
  const Index length = tokens_of(lengths_.longest());
  const auto own = static_cast<std::size_t>(tokens_of(n));
  set_length(batch, sample, tokens_of(n));
  write(random, n, sample_tokens(batch, sample, length).first(own),
        std::span(batch.labels).subspan(static_cast<std::size_t>(sample * length), own));
}

void LengthTask::require_split(const std::string& split) const {
  const auto names = splits();
  require(
      std::ranges::find(names, split) != names.end(),
      "{}: no split '{}' to read sequentially; the training set is an infinite stream and the held-out splits are {}",
      name_, split, fmt::join(names, ", "));
}

}  // namespace sextant::tasks
