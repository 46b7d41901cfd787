#include "sextant/tasks/patch_options.h"

namespace sextant::tasks {
namespace {

constexpr Index widest_image = 256;

}  // namespace

void PatchOptions::visit(OptionVisitor& option) {
  option.path("images", plan.images,
              "images: an IDX file (gzip too), an array (images, height, width) or with channels a fourth axis (npy, "
              "npz, safetensors; FILE#NAME), or a folder with MNIST's files; empty: generated shapes");
  option.path("test_images", plan.test_images, "the held-out images; empty: a fraction of the images");
  if (plan.labelled) {
    option.path("labels", plan.labels, "the class of each image: an IDX file or an array (images)");
    option.path("test_labels", plan.test_labels, "the classes of the held-out images");
  }
  option.choice("channels", plan.channels, {"auto", "first", "last"},
                "arrays with four axes: which one holds the channels; auto: the one with 1, 3 or 4 entries");
  option("patch", plan.patch, between(1, widest_image), "pixels per side of a patch, the token; must divide the image");
  option("shuffle_pixels", plan.shuffle, any_seed(),
         "seed of one order of the patches (of the pixels with patch=1) for all images; 0: row by row");
  option("rows", plan.rows, at_least(0), "maximum number of training images; 0: all (4,000 generated ones)");
  option("test_share", plan.test_share, inside(0, 1), "fraction of images held out if there are no test images");
  option("side", plan.shapes.side, between(6, widest_image), "generated images: pixels per side");
  option("classes", plan.shapes.classes, between(2, most_shapes), "generated images: number of shapes");
  option("noise", plan.shapes.noise, at_least(0), "generated images: standard deviation of the noise on each pixel");
}

}  // namespace sextant::tasks
