#include "sextant/data/patches.h"

#include "sextant/core/error.h"

namespace sextant::data {

std::vector<double> cut_patches(const std::vector<double>& image, Index channels, Index height, Index width,
                                Index side) {
  require(side > 0 && height % side == 0 && width % side == 0 &&
              static_cast<Index>(image.size()) == channels * height * width,
          "an image of {} values, {} x {} x {}, cannot be split into patches of {}", image.size(), channels, height,
          width, side);
  std::vector<double> patches;
  patches.reserve(image.size());
  for (Index top = 0; top < height; top += side)
    for (Index left = 0; left < width; left += side)
      for (Index channel = 0; channel < channels; ++channel)
        for (Index row = top; row < top + side; ++row) {
          const auto begin = image.begin() + (channel * height + row) * width + left;
          patches.insert(patches.end(), begin, begin + side);
        }
  return patches;
}

}  // namespace sextant::data
