#include "sextant/lab/weights_at_start.h"

#include "sextant/math/statistics/histogram.h"

namespace sextant::lab::inline SEXTANT_PRECISION {
namespace {

constexpr Index bins = 40;

}  // namespace

Tree describe_weights_at_start(const Parameters& parameters) {
  Tree tensors = Tree::array();
  for (const auto& parameter : parameters.list()) {
    if (parameter.kind != ParameterKind::weight && parameter.kind != ParameterKind::embedding) continue;
    const auto all = parameters.values().subspan(static_cast<std::size_t>(parameter.offset),
                                                 static_cast<std::size_t>(parameter.size()));
    const std::vector<double> values(all.begin(), all.end());
    const Histogram histogram = make_histogram(values, bins);
    if (histogram.counts.empty()) continue;
    tensors.push_back(
        {{"name", parameter.name}, {"low", histogram.low}, {"high", histogram.high}, {"counts", histogram.counts}});
  }
  return Tree{{"tensors", std::move(tensors)}};
}

}  // namespace sextant::lab::inline SEXTANT_PRECISION
