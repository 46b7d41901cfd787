// Classes of images from their patches, as a vision transformer learns them (Dosovitskiy et al. 2021): a token is the
// linear projection of a patch; the answer is read from the mean over patches or from a CLS token.
#include <algorithm>

#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/patch_options.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct ImageClassesOptions final : Options {
  PatchOptions patches{true};
  std::string readout = "pooled";
  Index data_seed = 1;

  void visit(OptionVisitor& option) override {
    patches.visit(option);
    option.choice("readout", readout, {"pooled", "cls"},
                  "read the mean over patches, or the CLS token (model.cls=true)");
    option("data_seed", data_seed, any_seed(), "seed of the generated images, or of the choice of held-out ones");
  }
};

PatchPlan with_seed(const ImageClassesOptions& own) {
  PatchPlan plan = own.patches.plan;
  plan.seed = static_cast<std::uint64_t>(own.data_seed);
  return plan;
}

class ImageClasses final : public Task {
 public:
  using OwnOptions = ImageClassesOptions;
  ImageClasses(const ImageClassesOptions& own, std::uint64_t)
      : own_(own), rows_(prepare_patches(with_seed(own))), order_(rows_->train.rows) {
    splits_ = {{"train", &rows_->train, &rows_->train_labels}, {"test", &rows_->test, &rows_->test_labels}};
    for (const auto& split : splits_) classes_ = std::max<Index>(classes_, 1 + std::ranges::max(*split.labels));
    require(classes_ >= 2, "{}: expected 2 classes or more, found {}", own.patches.plan.labels, classes_);
  }

  TaskShape shape() const override {
    return {.length = rows_->train.columns / rows_->features,
            .input = InputKind::values,
            .features = rows_->features,
            .readout = own_.readout == "cls" ? ReadoutPlace::cls : ReadoutPlace::pooled,
            .outputs = classes_,
            .loss = LossKind::cross_entropy};
  }
  Index size(const std::string& split) const override { return find(split).rows->rows; }
  Arrangement true_positions() const override { return rows_->places; }
  TokenFacts token_facts() const override { return rows_->facts; }
  std::vector<std::string> notes() const override { return rows_->notes; }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto chosen = order_.rows_of(samples, seed, step);
    begin(batch, static_cast<Index>(chosen.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i) write(batch, static_cast<Index>(i), splits_.front(), chosen[i]);
  }
  void fill(Batch& batch, const std::string& name, Index first, Index count) override {
    const Split& split = find(name);
    require_rows("image_classes", name, first, count, split.rows->rows);
    begin(batch, count);
    for (Index i = 0; i < count; ++i) write(batch, i, split, first + i);
  }
  std::vector<std::string> groups(const std::string& split) const override {
    std::vector<std::string> names;
    for (const auto label : *find(split).labels)
      names.push_back(own_.patches.plan.images.empty() ? name_of_shape(label) : fmt::format("class {}", label));
    return names;
  }

 private:
  struct Split {
    std::string name;
    const Table* rows;
    const std::vector<std::int32_t>* labels;
  };

  const Split& find(const std::string& name) const { return find_split("image_classes", splits_, name); }

  void begin(Batch& batch, Index samples) const {
    batch.samples = samples;
    batch.tokens.clear();
    batch.masked.clear();
    batch.targets.clear();
    batch.values.resize(static_cast<std::size_t>(samples * rows_->train.columns));  // (samples, length, features)
    batch.labels.resize(static_cast<std::size_t>(samples));
  }
  static void write(Batch& batch, Index sample, const Split& split, Index row) {
    const Index columns = split.rows->columns;
    std::copy_n(split.rows->values.begin() + row * columns, columns, batch.values.begin() + sample * columns);
    batch.labels[static_cast<std::size_t>(sample)] = (*split.labels)[static_cast<std::size_t>(row)];
  }

  ImageClassesOptions own_;
  std::shared_ptr<const PreparedRows> rows_;
  std::vector<Split> splits_;
  Index classes_ = 0;
  EpochOrder order_;
};

}  // namespace

SEXTANT_DEFINE_TASK(image_classes, ImageClasses)

}  // namespace sextant::tasks
