// The class of a text, as the sentiment of SST-2 (Socher et al. 2013; in GLUE, Wang et al. 2019): a table with a column
// of texts and one of classes. Padding is read as a word of its own.
#include <algorithm>

#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"
#include "sextant/tasks/text_options.h"

namespace sextant::tasks {
namespace {

struct TextClassesOptions final : TextOptions {
  std::string label = "label";
  std::string readout = "pooled";

  void visit(OptionVisitor& option) override {
    TextOptions::visit(option);
    option("label", label, "the label column, by name or 0-based index");
    option.choice("readout", readout, {"pooled", "cls"},
                  "classify from mean pooling over all tokens, or from the CLS token (model.cls=true)");
  }
};

class TextClasses final : public Task {
 public:
  using OwnOptions = TextClassesOptions;
  TextClasses(const TextClassesOptions& own, std::uint64_t)
      : own_(own),
        collection_(word_collection(make_word_request(own, own.label))),
        places_(places_of(own, collection_->train)),
        order_(collection_->train.count()) {
    require(collection_->classes >= 2, "{}: column '{}' has {} class(es), expected 2 or more", own.file, own.label,
            collection_->classes);
  }

  TaskShape shape() const override {
    return {.length = collection_->train.length,
            .input = InputKind::tokens,
            .features = collection_->words,
            .readout = own_.readout == "cls" ? ReadoutPlace::cls : ReadoutPlace::pooled,
            .outputs = collection_->classes,
            .loss = LossKind::cross_entropy};
  }

  Index size(const std::string& split) const override { return rows_of(*collection_, "text_classes", split).count(); }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto rows = order_.rows_of(samples, seed, step);
    shape_label_batch(batch, static_cast<Index>(rows.size()), collection_->train.length);
    for (std::size_t i = 0; i < rows.size(); ++i)
      write(batch, static_cast<Index>(i), collection_->train, static_cast<Index>(rows[i]));
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const WordRows& rows = rows_of(*collection_, "text_classes", split);
    require_rows("text_classes", split, first, count, rows.count());
    shape_label_batch(batch, count, rows.length);
    for (Index i = 0; i < count; ++i) write(batch, i, rows, first + i);
  }

  Arrangement true_positions() const override { return places_; }

 private:
  static void write(Batch& batch, Index sample, const WordRows& rows, Index row) {
    std::ranges::copy(rows.row(row), batch.tokens.begin() + sample * rows.length);
    batch.labels[static_cast<std::size_t>(sample)] = rows.classes[static_cast<std::size_t>(row)];
  }

  TextClassesOptions own_;
  std::shared_ptr<const WordCollection> collection_;
  Arrangement places_;
  EpochOrder order_;
};

}  // namespace

SEXTANT_DEFINE_TASK(text_classes, TextClasses)

}  // namespace sextant::tasks
