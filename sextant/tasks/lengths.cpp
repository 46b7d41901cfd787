#include "sextant/tasks/lengths.h"

#include <fmt/format.h>

#include <algorithm>

namespace sextant::tasks {

void Lengths::visit(OptionVisitor& option, Index shortest, const char* help) {
  option("length", training, at_least(static_cast<double>(shortest)), help);
  option(
      "test_lengths", tested, at_least(static_cast<double>(shortest)),
      "lengths that get a test split of their own, length_N, such as [16, 32, 64]; longer ones than in training too");
}

Index Lengths::longest() const {
  return tested.empty() ? training.high : std::max(training.high, *std::ranges::max_element(tested));
}

std::vector<std::string> Lengths::splits() const {
  std::vector<std::string> names;
  for (const Index length : tested) names.push_back(fmt::format("length_{}", length));
  return names;
}

std::optional<Index> Lengths::of_split(const std::string& split) const {
  const auto names = splits();
  const auto found = std::ranges::find(names, split);
  if (found == names.end()) return std::nullopt;
  return tested[static_cast<std::size_t>(found - names.begin())];
}

Index Lengths::draw(const Random& random, std::uint64_t index) const {
  return training.low + static_cast<Index>(random.below(index, static_cast<std::uint64_t>(training.count())));
}

void shape_lengths(Batch& batch, const Lengths& lengths) {
  batch.lengths.assign(lengths.ragged() ? static_cast<std::size_t>(batch.samples) : 0, 0);
}

void set_length(Batch& batch, Index sample, Index length) {
  if (!batch.lengths.empty()) batch.lengths[static_cast<std::size_t>(sample)] = static_cast<std::int32_t>(length);
}

}  // namespace sextant::tasks
