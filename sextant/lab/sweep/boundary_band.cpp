// The probability is known at eight places per cell and taken as straight between them.
#include "sextant/lab/sweep/boundary_band.h"

#include <algorithm>

namespace sextant::lab {
namespace {

constexpr Index cuts_per_cell = 8;

/// The share of the way from a to b at which `level` is reached, held within the segment.
double share_at(double a, double b, double level) { return std::clamp((level - a) / (b - a), 0.0, 1.0); }

/// The part of a straight segment from a to b that lies strictly between `low` and `high`, as shares of the way.
struct Part {
  double begin, end;
};

Part part_between(double a, double b, double low, double high) {
  if (a == b) return a > low && a < high ? Part{0, 1} : Part{1, 0};
  const double at_low = share_at(a, b, low);
  const double at_high = share_at(a, b, high);
  return {std::min(at_low, at_high), std::max(at_low, at_high)};
}

}  // namespace

std::vector<Band> find_bands(const std::vector<double>& probability, double step, double confidence) {
  const double low = (1 - confidence) / 2;
  const double high = 1 - low;
  const auto inside = [&](double p) { return p > low && p < high; };
  std::vector<Band> bands;
  if (probability.size() == 1 && inside(probability[0])) bands.push_back({0, 0, true, true, {}});
  for (std::size_t i = 0; i + 1 < probability.size(); ++i) {
    const double a = probability[i];
    const double b = probability[i + 1];
    const Part part = part_between(a, b, low, high);
    if (part.begin >= part.end) continue;
    const double start = step * static_cast<double>(i);
    if (i == 0 || !inside(a)) bands.push_back({start + part.begin * step, 0, i == 0 && inside(a), false, {}});
    Band& band = bands.back();
    band.upper = start + part.end * step;
    band.upper_open = i + 2 == probability.size() && inside(b);
    if ((a < 0.5) != (b < 0.5)) band.crossings.push_back(start + share_at(a, b, 0.5) * step);
  }
  return bands;
}

void widen_to_gaps(std::vector<Band>& bands, const std::vector<double>& label_probability, double confidence) {
  constexpr double rare = 0.1;
  for (Band& band : bands)
    for (const double crossing : band.crossings) {
      const auto below = static_cast<std::size_t>(crossing);
      if (below + 1 >= label_probability.size()) continue;
      const auto [least, most] = std::minmax(label_probability[below], label_probability[below + 1]);
      if (least > rare || most < 1 - rare) continue;
      const auto gap = static_cast<double>(below);
      band.lower = std::min(band.lower, gap + (1 - confidence) / 2);
      band.upper = std::max(band.upper, gap + (1 + confidence) / 2);
    }
}

std::vector<std::vector<Band>> find_bands(const LabelModel& model, const DiagramShape& shape, Index axis,
                                          double confidence) {
  std::vector<std::vector<Band>> result;
  for (Index across = 0; across < shape.lines(axis); ++across) {
    auto bands = find_bands(model.majority_probability(shape.line_points(axis, across, cuts_per_cell)),
                            1.0 / static_cast<double>(cuts_per_cell), confidence);
    widen_to_gaps(bands, model.label_probability(shape.line_points(axis, across, 1)), confidence);
    result.push_back(std::move(bands));
  }
  return result;
}

}  // namespace sextant::lab
