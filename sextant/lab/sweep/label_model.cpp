// A lattice of scales instead of a search: the average needs them all, and nothing can get stuck.
#include "sextant/lab/sweep/label_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/statistics/distributions.h"

namespace sextant::lab {
namespace {

// Lengths are shares of an axis. A small signal means that seeds disagree everywhere, a large one that the label
// hardly ever errs.
constexpr std::array lengths = {0.2, 0.4, 0.8, 1.6};
constexpr std::array signals = {1.0, 3.0, 10.0, 30.0};
constexpr double least_weight = 0.01;  // relative to the heaviest

std::vector<ProcessScales> all_scales(std::size_t axes) {
  std::vector<ProcessScales> result;
  for (const double signal : signals)
    for (const double first : lengths) {
      if (axes == 1) result.push_back({signal, {first}});
      if (axes == 2)
        for (const double second : lengths) result.push_back({signal, {first, second}});
    }
  return result;
}

}  // namespace

LabelModel::LabelModel(const DiagramShape& shape, std::span<const LabelCounts> counts) {
  const Table all = shape.points();
  std::vector<LabelCounts> seen;
  Table points(0, all.columns);
  for (Index cell = 0; cell < all.rows; ++cell) {
    if (counts[static_cast<std::size_t>(cell)].total() == 0) continue;
    seen.push_back(counts[static_cast<std::size_t>(cell)]);
    for (Index a = 0; a < all.columns; ++a) points.values.push_back(all(cell, a));
    ++points.rows;
  }
  require(points.rows > 0, "phase diagram: no cell has a label yet");
  for (auto& scales : all_scales(shape.axes.size())) {
    GaussianProcessClassifier classifier(points, seen, std::move(scales));
    components_.push_back({classifier.log_evidence(), std::move(classifier)});
  }
  std::ranges::stable_sort(components_, std::ranges::greater(), &Component::weight);
  const double heaviest = components_.front().weight;
  std::erase_if(components_, [&](const Component& c) { return std::exp(c.weight - heaviest) < least_weight; });
  double sum = 0;
  for (auto& component : components_) sum += component.weight = std::exp(component.weight - heaviest);
  for (auto& component : components_) component.weight /= sum;
}

std::vector<double> LabelModel::label_probability(const Table& points) const {
  std::vector<double> result(static_cast<std::size_t>(points.rows));
  for (const auto& [weight, classifier] : components_) {
    const auto latent = classifier.predict(points);
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] += weight * normal_probability(latent.mean[i] / std::sqrt(1 + latent.variance[i]));
  }
  return result;
}

std::vector<double> LabelModel::majority_probability(const Table& points) const {
  std::vector<double> result(static_cast<std::size_t>(points.rows));
  for (const auto& [weight, classifier] : components_) {
    const auto latent = classifier.predict(points);
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] += weight * normal_probability(latent.mean[i] / std::sqrt(latent.variance[i]));
  }
  return result;
}

}  // namespace sextant::lab
