#include "sextant/analysis/answers.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/stop_scope.h"

namespace sextant::analysis {
namespace {

constexpr Index answers_at_once = 32;  // samples at a time, so that activations stay in the cache

void add_answer(const double* outputs, Index count, Index label, Answers& answers) {
  const double* largest = std::max_element(outputs, outputs + count);
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += std::exp(static_cast<double>(outputs[i]) - static_cast<double>(*largest));
  answers.chosen.push_back(largest - outputs);
  answers.correct.push_back(largest - outputs == label ? 1 : 0);
  answers.probability.push_back(std::exp(static_cast<double>(outputs[label]) - static_cast<double>(*largest)) / sum);
}

bool is_part(const SplitRows& split, const std::vector<SplitRows>& all) {
  return std::ranges::any_of(all, [&](const auto& other) { return split.name.starts_with(other.name + "_"); });
}

}  // namespace

Answers answer(Model& model, const Batch& batch, const Pass& pass) {
  Answers answers;
  model.begin_batch(batch, 0, batch.samples, pass);
  for (Index first = 0; first < batch.samples; first += answers_at_once) {
    look_for_stop();
    const Index count = std::min(answers_at_once, batch.samples - first);
    model.forward_chunk(first, count);
    const Table outputs = model.read_outputs();  // (samples, classes)
    for (Index i = 0; i < count; ++i)
      add_answer(outputs.values.data() + i * outputs.columns, outputs.columns,
                 batch.labels[static_cast<std::size_t>(first + i)], answers);
  }
  return answers;
}

std::string refuse_answers(const Subject& subject) {
  const TaskShape& shape = subject.model.shape();
  if (shape.loss != LossKind::cross_entropy) return "the task is not a classification task";
  if (shape.readout == ReadoutPlace::every || shape.readout == ReadoutPlace::masked)
    return "a sample of the task has more than one target";
  return subject.splits.empty() ? "there are no held-out samples" : "";
}

std::vector<const SplitRows*> whole_splits(const Subject& subject) {
  std::vector<const SplitRows*> splits;
  for (const auto& split : subject.splits)
    if (!is_part(split, subject.splits)) splits.push_back(&split);
  return splits;
}

}  // namespace sextant::analysis
