#include "sextant/data/images/patch_rows.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/random.h"
#include "sextant/data/images/image_files.h"
#include "sextant/data/patches.h"
#include "sextant/data/series/preparation.h"

namespace sextant::data {
namespace {

struct LabelledImages {
  ImageArray images;
  std::vector<std::int32_t> labels;  // (count), or none
};

/// The images [keep[0], keep[1], ...) alone.
LabelledImages take_images(const LabelledImages& all, std::span<const std::int32_t> keep) {
  LabelledImages result;
  result.images = {static_cast<Index>(keep.size()), all.images.channels, all.images.height, all.images.width, {}};
  const Index size = all.images.channels * all.images.height * all.images.width;
  for (const std::int32_t i : keep) {
    const auto image = all.images.values.begin() + i * size;
    result.images.values.insert(result.images.values.end(), image, image + size);
    if (!all.labels.empty()) result.labels.push_back(all.labels[static_cast<std::size_t>(i)]);
  }
  return result;
}

/// The plan with the four files of a folder in the place of the folder.
PatchPlan find_mnist(PatchPlan plan) {
  if (plan.images.empty() || !is_directory(plan.images)) return plan;
  require(plan.labels.empty() && plan.test_images.empty() && plan.test_labels.empty(),
          "task.images: {} is a folder with MNIST's files, which have names of their own; leave out the other files",
          plan.images);
  const auto find = [folder = plan.images](const char* name) {
    for (const char* ending : {".gz", ""})
      if (std::string path = fmt::format("{}/{}{}", folder, name, ending); file_exists(path)) return path;
    fail("{}: no {}.gz in it; expected the files of MNIST, or name a single file", folder, name);
  };
  plan.images = find("train-images-idx3-ubyte");
  plan.test_images = find("t10k-images-idx3-ubyte");
  if (!plan.labelled) return plan;
  plan.labels = find("train-labels-idx1-ubyte");
  plan.test_labels = find("t10k-labels-idx1-ubyte");
  return plan;
}

LabelledImages read_labelled(const PatchPlan& plan, const std::string& images, const std::string& labels,
                             const char* option) {
  LabelledImages result{read_images(images, plan.channels), {}};
  if (!plan.labelled) return result;
  require(!labels.empty(), "{}: the classes of the images in {} are missing; name their file", option, images);
  result.labels = read_labels(labels, result.images.count, images);
  return result;
}

struct BothSplits {
  LabelledImages train, test;
};

BothSplits hold_out(const PatchPlan& plan, const LabelledImages& all) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(all.images.count));
  Random(plan.seed, Stream::data).permutation(order);
  const auto held_out = std::llround(plan.test_share * static_cast<double>(order.size()));
  require(held_out >= 1 && held_out < static_cast<Index>(order.size()),
          "{}: {} images are too few to hold out {} of them", plan.images, order.size(), plan.test_share);
  std::sort(order.begin(), order.begin() + held_out);
  std::sort(order.begin() + held_out, order.end());
  const std::span<const std::int32_t> both(order);
  return {take_images(all, both.subspan(static_cast<std::size_t>(held_out))),
          take_images(all, both.first(static_cast<std::size_t>(held_out)))};
}

BothSplits read_both(const PatchPlan& plan) {
  LabelledImages train = read_labelled(plan, plan.images, plan.labels, "task.labels");
  if (plan.test_images.empty()) return hold_out(plan, train);
  LabelledImages test = read_labelled(plan, plan.test_images, plan.test_labels, "task.test_labels");
  const auto shape = [](const ImageArray& images) {
    return fmt::format("{} x {} pixels and {} channels", images.height, images.width, images.channels);
  };
  require(shape(train.images) == shape(test.images), "{}: {}, but {} in {}", plan.test_images, shape(test.images),
          shape(train.images), plan.images);
  return {std::move(train), std::move(test)};
}

LabelledImages draw(const ShapeRequest& request, Index first, Index count) {
  DrawnShapes drawn = draw_shapes(request, first, count);
  return {{count, 1, request.side, request.side, std::move(drawn.images.values)}, std::move(drawn.labels)};
}

BothSplits make_images(const PatchPlan& plan) {
  if (!plan.images.empty()) {
    BothSplits both = read_both(plan);
    ImageArray& images = both.train.images;
    if (plan.rows == 0 || plan.rows >= images.count) return both;
    images.count = plan.rows;
    images.values.resize(static_cast<std::size_t>(plan.rows * images.channels * images.height * images.width));
    if (plan.labelled) both.train.labels.resize(static_cast<std::size_t>(plan.rows));
    return both;
  }
  const Index rows = plan.rows == 0 ? generated_rows : plan.rows;
  return {draw(plan.shapes, 0, rows), draw(plan.shapes, rows, generated_test_rows)};
}

void require_division(const PatchPlan& plan, const ImageArray& images) {
  std::vector<Index> sides;
  for (Index side = 1; side <= std::min(images.height, images.width); ++side)
    if (images.height % side == 0 && images.width % side == 0) sides.push_back(side);
  require(std::ranges::find(sides, plan.patch) != sides.end(),
          "task.patch: images of {} x {} pixels cannot be cut into patches of {} x {}; these divide: {}", images.height,
          images.width, plan.patch, plan.patch, fmt::join(sides, ", "));
}

/// Each channel of the training images to mean 0 and variance 1, and the test images likewise.
void standardise_channels(ImageArray& train, ImageArray& test) {
  const Index pixels = train.height * train.width;
  const auto each = [&](ImageArray& images, Index channel, const auto& see) {
    for (Index i = 0; i < images.count; ++i) {
      double* const values = images.values.data() + (i * images.channels + channel) * pixels;
      for (Index pixel = 0; pixel < pixels; ++pixel) see(values[pixel]);
    }
  };
  for (Index channel = 0; channel < train.channels; ++channel) {
    double sum = 0, squares = 0;
    each(train, channel, [&](double value) { sum += value; });
    const auto count = static_cast<double>(train.count * pixels);
    const double mean = sum / count;
    each(train, channel, [&](double value) { squares += (value - mean) * (value - mean); });
    const double deviation = squares > 0 ? std::sqrt(squares / count) : 1;
    for (ImageArray* images : {&train, &test})
      each(*images, channel, [&](double& value) { value = (value - mean) / deviation; });
  }
}

/// (images, patches * numbers of a patch): each row holds the numbers of its image in another order.
Table cut(ImageArray images, Index side, std::span<const std::int32_t> order) {
  Table rows;
  rows.rows = images.count;
  rows.columns = images.channels * images.height * images.width;
  rows.values = std::move(images.values);
  const auto size = static_cast<std::size_t>(images.channels * side * side);
  for (Index i = 0; i < rows.rows; ++i) {
    double* const row = rows.view().row(i);
    const auto patches = cut_patches({row, row + rows.columns}, images.channels, images.height, images.width, side);
    for (std::size_t token = 0; token < order.size(); ++token)
      std::copy_n(patches.begin() + order[token] * static_cast<std::ptrdiff_t>(size), size, row + token * size);
  }
  return rows;
}

PreparedRows make_patches(const PatchPlan& plan) {
  BothSplits both = make_images(plan);
  const ImageArray& images = both.train.images;
  require_division(plan, images);
  const Index down = images.height / plan.patch, across = images.width / plan.patch;
  PreparedRows rows;
  rows.features = images.channels * plan.patch * plan.patch;
  if (!plan.images.empty())
    rows.notes.push_back(fmt::format("{}: {} images of {} x {} pixels, {} channel(s), as {} x {} patches; {} held out",
                                     plan.images, images.count, images.height, images.width, images.channels, down,
                                     across, both.test.images.count));
  standardise_channels(both.train.images, both.test.images);
  const auto order = order_of_variables(down * across, plan.shuffle);
  rows.train = cut(std::move(both.train.images), plan.patch, order);
  rows.test = cut(std::move(both.test.images), plan.patch, order);
  rows.half = rows.train.rows / 2;
  rows.train_labels = std::move(both.train.labels);
  rows.test_labels = std::move(both.test.labels);
  const Arrangement grid = Arrangement::grid({down, across});
  rows.facts.coordinates = grid.as_coordinates("patches");
  permute_facts(rows.facts, order);
  rows.places = plan.shuffle == 0 ? grid : Arrangement::coordinates(rows.facts.coordinates);
  return rows;
}

std::string name_of_patches(const PatchPlan& plan) {
  const ShapeRequest& shapes = plan.shapes;
  std::string name =
      fmt::format("patches {} {} {} {} {} {} {} {} {} {}", plan.channels, plan.labelled, shapes.side, shapes.classes,
                  shapes.noise, plan.seed, plan.patch, plan.rows, plan.test_share, plan.shuffle);
  for (const auto& path : {plan.images, plan.labels, plan.test_images, plan.test_labels})
    name += path.empty() ? " -" : " " + path + " " + digest_file(split_array_path(path).first);
  return name;
}

}  // namespace

std::shared_ptr<const PreparedRows> prepare_patches(const PatchPlan& given) {
  PatchPlan plan = find_mnist(given);
  plan.shapes.seed = plan.seed;
  return share_rows(name_of_patches(plan), [&] { return make_patches(plan); });
}

}  // namespace sextant::data
