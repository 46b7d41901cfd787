// Images of a user's files, grey or colour, and the class of each: IDX (idx.h) or arrays (named_array.h).
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::data {

struct ImageArray {
  Index count = 0, channels = 1, height = 0, width = 0;
  std::vector<double> values;  // (count, channels, height, width)
};

/// Arrays are (images, height, width), or with channels: `channels` says whether those come "first" (images, channels,
/// height, width) or "last"; "auto": the one of both axes that has 1, 3 or 4 entries.
ImageArray read_images(const std::string& path, const std::string& channels);

/// One class 0, 1, ... for each of `count` images; `images` is named in errors.
std::vector<std::int32_t> read_labels(const std::string& path, Index count, const std::string& images);

}  // namespace sextant::data
