// How probable one label is over a phase diagram, from the labels seen so far: Gaussian-process classifiers whose
// scales are not chosen but averaged, each weighted by its evidence. One set of scales would be too sure of itself
// while there is little data.
#pragma once

#include <span>
#include <vector>

#include "sextant/lab/sweep/diagram_shape.h"
#include "sextant/math/statistics/gaussian_process_classifier.h"

namespace sextant::lab {

class LabelModel {
 public:
  struct Component {
    double weight;
    GaussianProcessClassifier classifier;
  };

  /// counts: one per cell; cells with none are left out.
  LabelModel(const DiagramShape& shape, std::span<const LabelCounts> counts);

  /// P(label) at each point.
  std::vector<double> label_probability(const Table& points) const;
  /// How sure it is that the label has the majority there: the posterior probability of P(label) > 1/2.
  std::vector<double> majority_probability(const Table& points) const;
  std::span<const Component> components() const { return components_; }

 private:
  std::vector<Component> components_;  // heaviest first; those that hardly weigh are gone
};

}  // namespace sextant::lab
