// Images whose pixels were permuted once: masked pixels are told from the others, and nothing says which pixels are
// neighbours. A token is a pixel; see masked_variables.h. Images are generated (data/images/letters.h) or read from
// files, as those of MNIST.
#include "sextant/data/images/pixel_rows.h"
#include "sextant/tasks/masked_variables.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

constexpr Index largest_side = 64;

struct MaskedPixelsOptions final : Options {
  PixelPlan plan;
  MaskPlan masks;

  void visit(OptionVisitor& option) override {
    LetterRequest& letters = plan.letters;
    option.path("images", plan.images,
                "a file of images (IDX, npy, npz, ...), or a folder with training and test images as of MNIST; empty: "
                "generate letters of an invented alphabet");
    option("side", letters.side, between(3, largest_side), "pixels per side of an image");
    option("rows", plan.rows, between(10, 1e6), "number of training images; of files at most this many");
    option("shuffle_pixels", plan.shuffle, any_seed(), "seed of the order of the pixels; 0: row by row");
    option("letters", letters.letters, between(1, 1e4), "generated images: letters of the alphabet");
    option("strokes", letters.strokes, between(1, 100), "generated images: strokes of a letter");
    option("pen", letters.pen, positive(), "generated images: width of the pen, in pixels");
    option("shake", letters.shake, at_least(0),
           "generated images: standard deviation of the strokes' control points, as a fraction of the side");
    option("shift", letters.shift, at_least(0),
           "generated images: standard deviation of the position of the letter, in pixels");
    masks.visit(option);
  }
};

PixelPlan make_plan(const MaskedPixelsOptions& own) {
  own.masks.check();
  PixelPlan plan = own.plan;
  plan.letters.seed = static_cast<std::uint64_t>(own.masks.data_seed);
  return plan;
}

class MaskedPixels final : public MaskedVariables {
 public:
  using OwnOptions = MaskedPixelsOptions;
  MaskedPixels(const MaskedPixelsOptions& own, std::uint64_t)
      : MaskedVariables("masked_pixels", own.masks, prepare_pixels(make_plan(own))) {}
};

}  // namespace

SEXTANT_DEFINE_TASK(masked_pixels, MaskedPixels)

}  // namespace sextant::tasks
