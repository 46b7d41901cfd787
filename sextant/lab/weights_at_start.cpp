#include "sextant/lab/weights_at_start.h"

#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::lab {
namespace {

constexpr Index bins = 40;

}  // namespace

Tree describe_weights_at_start(const Model& model) {
  Tree tensors = Tree::array();
  const auto weights = model.read_weights();
  for (const auto& parameter : model.tensors()) {
    if (parameter.kind != ParameterKind::weight && parameter.kind != ParameterKind::embedding) continue;
    const auto first = weights.begin() + parameter.offset;
    const std::vector<double> values(first, first + parameter.size());
    const Histogram histogram = make_histogram(values, bins);
    if (histogram.counts.empty()) continue;
    tensors.push_back(
        {{"name", parameter.name}, {"low", histogram.low}, {"high", histogram.high}, {"counts", histogram.counts}});
  }
  return Tree{{"tensors", std::move(tensors)}};
}

}  // namespace sextant::lab
