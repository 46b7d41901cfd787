// Images as rows of patches (data/patches.h): a token is a patch, an image a row, and the patches stand in an order
// that may have been drawn once, the same for all images, so that the true grid is known and hidden.
#pragma once

#include "sextant/data/images/shapes.h"
#include "sextant/data/series/prepared_rows.h"

namespace sextant::data {

struct PatchPlan {
  std::string images, labels;            // a file each, or a folder with MNIST's as `images`; empty: generated shapes
  std::string test_images, test_labels;  // empty: a share of the images is held out
  std::string channels = "auto";         // of arrays: image_files.h
  bool labelled = true;                  // false: labels are not read
  ShapeRequest shapes;
  Index patch = 3;          // pixels per side
  Index rows = 0;           // training images at most; 0: all of a file, generated_rows of shapes
  double test_share = 0.2;  // of a single file
  Index shuffle = 0;        // 0: row by row; otherwise the seed of another order of the patches
  std::uint64_t seed = 1;   // of the shapes, and of who is held out
};

constexpr Index generated_rows = 4000, generated_test_rows = 1000;

/// Rows of (patches * numbers per patch), each channel with mean 0 and variance 1 over the training images; `features`
/// and the labels are set.
std::shared_ptr<const PreparedRows> prepare_patches(const PatchPlan& plan);

}  // namespace sextant::data
