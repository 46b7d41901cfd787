// How the cost of a step grows with the size of a job, along one axis at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sextant/lab/configuration.h"

namespace sextant::lab {

/// A job made twice as large along an axis, or half as large where twice is refused.
struct ResizedJob {
  Configuration configuration;
  double from = 0, to = 0;
};

/// A way to make a job larger.
struct SizeAxis {
  std::string name;                                        // "length"
  std::function<std::optional<double>(const Tree&)> size;  // nothing: the job has no such size
  std::function<void(Tree&, double factor)> resize;
};

/// Length, width (with the widths that were given for heads and feed-forward), depth and batch.
const std::vector<SizeAxis>& size_axes();

/// `tree` has every option with its value. An Error where neither twice nor half the size can be made.
ResizedJob resize_job(const Tree& tree, const SizeAxis& axis, double size);

}  // namespace sextant::lab
