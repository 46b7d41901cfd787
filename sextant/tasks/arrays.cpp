// Arrays of the user's own (data/named_array.h): sequences of tokens or of vectors, with a class or numbers for each
// sequence or for each of its tokens; they may differ in length, and belong to groups that a split keeps together.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/data/named_array.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct ArraysOptions final : Options {
  std::string inputs, labels, targets, row_lengths, groups;
  std::string test_inputs, test_labels, test_targets, test_row_lengths;
  std::string readout = "last";
  std::string arrangement = "index";
  double test_share = 0.2;
  Index data_seed = 1;

  void visit(OptionVisitor& option) override {
    option.path("inputs", inputs,
                "array (FILE.npy, or FILE.npz#NAME, FILE.safetensors#NAME, ...): token ids (rows, length), -1 is a "
                "blank; or numbers (rows, length, features)");
    option.path("labels", labels,
                "array: a class for each row (rows) or for each token (rows, length), -1 is not scored");
    option.path(
        "targets", targets,
        "array, in place of labels: a number for each row (rows), or several (rows, outputs), or for each token "
        "(rows, length, outputs)");
    option.path("row_lengths", row_lengths,
                "array: tokens of each row (rows), the rest is padding; empty: all of them");
    option.path("groups", groups, "array: a number for each row (rows); rows of one group are held out together");
    option.path("test_inputs", test_inputs, "array: the held-out rows; empty: a fraction of the rows");
    option.path("test_labels", test_labels, "array: their classes");
    option.path("test_targets", test_targets, "array: their numbers");
    option.path("test_row_lengths", test_row_lengths, "array: their lengths");
    option("arrangement", arrangement,
           "where the tokens really stand: index, grid:4x4, coordinates:FILE, distances:FILE or graph:FILE");
    option.choice("readout", readout, {"last", "pooled", "cls"},
                  "with one answer per row: read the last token, the mean over tokens, or the CLS token "
                  "(model.cls=true)");
    option("test_share", test_share, inside(0, 1), "fraction of rows held out for testing if there are no test files");
    option("data_seed", data_seed, any_seed(), "seed of the choice of held-out rows");
  }
};

/// The arrays of one split.
struct ArrayRows {
  std::string name;
  NpyArray inputs, answers;
  NpyArray lengths;         // (rows), or no values
  std::vector<Index> rows;  // those of the arrays that belong to it

  Index count() const { return static_cast<Index>(rows.size()); }
};

std::string shape_text(const NpyArray& array) { return fmt::format("({})", fmt::join(array.shape, ", ")); }

Index largest_of(const NpyArray& array) {
  return array.values.empty() ? -1 : static_cast<Index>(*std::ranges::max_element(array.values));
}

void require_whole(const NpyArray& array, const std::string& file, const char* hint = "") {
  constexpr double largest_id = 1e9;
  for (const double value : array.values)
    require(value == std::floor(value) && value >= -1 && value <= largest_id,
            "{}: expected whole numbers from -1 on, found {}{}", file, value, hint);
}

void require_finite(const NpyArray& array, const std::string& file) {
  for (const double value : array.values) require(std::isfinite(value), "{}: holds a number that is not finite", file);
}

/// One whole number for each row, or nothing where there is no file.
NpyArray read_per_row(const std::string& file, const NpyArray& inputs, double low, double high) {
  if (file.empty()) return {};
  NpyArray numbers = read_named_array(file);
  require(numbers.shape == std::vector{inputs.shape[0]}, "{}: shape {} does not go with inputs {}", file,
          shape_text(numbers), shape_text(inputs));
  for (const double number : numbers.values)
    require(number == std::floor(number) && number >= low && number <= high,
            "{}: expected whole numbers from {} to {}, found {}", file, low, high, number);
  return numbers;
}

ArrayRows read_rows(const std::string& name, const std::string& inputs, const std::string& labels,
                    const std::string& targets, const std::string& lengths) {
  require(labels.empty() != targets.empty(), "task arrays: {}: expected either labels or targets", inputs);
  const std::string& file = labels.empty() ? targets : labels;
  ArrayRows split{name, read_named_array(inputs), read_named_array(file), {}, {}};
  // One number for each row is one output.
  if (labels.empty() && split.answers.shape.size() == 1) split.answers.shape.push_back(1);
  const std::size_t axes = split.inputs.shape.size();
  require((axes == 2 || axes == 3) && !split.inputs.values.empty(),
          "{}: expected tokens (rows, length) or numbers (rows, length, features), found {}", inputs,
          shape_text(split.inputs));
  axes == 2
      ? require_whole(split.inputs, inputs, "; numbers that are no ids have a third axis (rows, length, features)")
      : require_finite(split.inputs, inputs);
  labels.empty() ? require_finite(split.answers, file) : require_whole(split.answers, file);
  auto wanted = split.answers.shape;
  if (labels.empty() && !wanted.empty()) wanted.pop_back();  // outputs
  const bool fits = wanted == std::vector{split.inputs.shape[0]} ||
                    wanted == std::vector{split.inputs.shape[0], split.inputs.shape[1]};
  require(fits, "{}: shape {} does not go with inputs {}", file, shape_text(split.answers), shape_text(split.inputs));
  split.lengths = read_per_row(lengths, split.inputs, 1, static_cast<double>(split.inputs.shape[1]));
  split.rows.resize(static_cast<std::size_t>(split.inputs.shape[0]));
  std::iota(split.rows.begin(), split.rows.end(), Index{0});
  return split;
}

class Arrays final : public Task {
 public:
  using OwnOptions = ArraysOptions;
  Arrays(const ArraysOptions& own, std::uint64_t) : own_(own), train_(read_train(own)), test_(make_test()) {
    order_.emplace(train_.count());
    classes_ = 1 + std::max(largest_of(train_.answers), largest_of(test_.answers));
    words_ = 1 + std::max(largest_of(train_.inputs), largest_of(test_.inputs));
    places_ = Arrangement::parse(own.arrangement, train_.inputs.shape[1]);
    require(!own.targets.empty() || classes_ >= 2, "{}: expected 2 classes or more, found {}", own.labels, classes_);
  }

  TaskShape shape() const override {
    const auto& inputs = train_.inputs.shape;
    const bool numbers = inputs.size() == 3;
    return {.length = inputs[1],
            .input = numbers ? InputKind::values : InputKind::tokens,
            .features = numbers ? inputs[2] : words_,
            .readout = each_token()             ? ReadoutPlace::every
                       : own_.readout == "cls"  ? ReadoutPlace::cls
                       : own_.readout == "last" ? ReadoutPlace::last
                                                : ReadoutPlace::pooled,
            .outputs = own_.targets.empty() ? classes_ : train_.answers.shape.back(),
            .loss = own_.targets.empty() ? LossKind::cross_entropy : LossKind::squared_error,
            .ragged = !own_.row_lengths.empty()};
  }

  Index size(const std::string& split) const override { return rows_of(split).count(); }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto chosen = order_->rows_of(samples, seed, step);
    begin(batch, static_cast<Index>(chosen.size()));
    for (const auto row : chosen) add(batch, train_, row);
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const ArrayRows& rows = rows_of(split);
    require_rows("arrays", split, first, count, rows.count());
    begin(batch, count);
    for (Index i = first; i < first + count; ++i) add(batch, rows, i);
  }

  Arrangement true_positions() const override { return places_; }

 private:
  static ArrayRows read_train(const ArraysOptions& own) {
    require(!own.inputs.empty(),
            "task arrays is read from files: task.inputs=FILE.npy and task.labels=FILE.npy (or task.targets)");
    return read_rows("train", own.inputs, own.labels, own.targets, own.row_lengths);
  }

  /// Read from its own files, or taken from the rows of training.
  ArrayRows make_test() {
    if (!own_.test_inputs.empty()) {
      ArrayRows test = read_rows("test", own_.test_inputs, own_.test_labels, own_.test_targets, own_.test_row_lengths);
      require(own_.row_lengths.empty() == own_.test_row_lengths.empty(),
              "task.test_row_lengths: rows of training {} lengths, so those held out must {} too",
              own_.row_lengths.empty() ? "have no" : "have", own_.row_lengths.empty() ? "have none" : "have them");
      require(std::ranges::equal(test.inputs.shape.begin() + 1, test.inputs.shape.end(),
                                 train_.inputs.shape.begin() + 1, train_.inputs.shape.end()) &&
                  own_.targets.empty() == own_.test_targets.empty() &&
                  test.answers.shape.size() == train_.answers.shape.size(),
              "{}: rows of the shape {} are held out, but those of training are {}", own_.test_inputs,
              shape_text(test.inputs), shape_text(train_.inputs));
      return test;
    }
    const Index rows = train_.count();
    const auto held_out = static_cast<Index>(std::llround(own_.test_share * static_cast<double>(rows)));
    require(held_out >= 1 && held_out < rows, "{}: {} rows are too few to hold out {} of them", own_.inputs, rows,
            own_.test_share);
    ArrayRows test{"test", train_.inputs, train_.answers, train_.lengths, {}};
    own_.groups.empty() ? hold_out_rows(test, held_out) : hold_out_groups(test, held_out);
    return test;
  }

  void hold_out_rows(ArrayRows& test, Index count) {
    std::vector<std::int32_t> order(train_.rows.size());
    Random(static_cast<std::uint64_t>(own_.data_seed), Stream::data).permutation(order);
    test.rows.assign(order.begin(), order.begin() + count);
    train_.rows.assign(order.begin() + count, order.end());
    std::ranges::sort(test.rows);
    std::ranges::sort(train_.rows);
  }

  /// Whole groups, in a random order, until at least `count` rows are held out.
  void hold_out_groups(ArrayRows& test, Index count) {
    const auto group = read_per_row(own_.groups, train_.inputs, -1e9, 1e9).values;
    std::vector<double> names = group;
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    require(names.size() >= 2, "{}: all rows are in one group, so none can be held out", own_.groups);
    std::vector<std::int32_t> order(names.size());
    Random(static_cast<std::uint64_t>(own_.data_seed), Stream::data).permutation(order);
    for (std::size_t next = 0; next + 1 < order.size() && test.count() < count; ++next)
      for (std::size_t row = 0; row < group.size(); ++row)
        if (group[row] == names[static_cast<std::size_t>(order[next])]) test.rows.push_back(static_cast<Index>(row));
    std::ranges::sort(test.rows);
    std::erase_if(train_.rows, [&](Index row) { return std::ranges::binary_search(test.rows, row); });
  }

  bool each_token() const { return train_.answers.shape.size() == (own_.targets.empty() ? 2U : 3U); }
  const ArrayRows& rows_of(const std::string& split) const {
    return split == train_.name ? train_ : find_split("arrays", std::span(&test_, 1), split);
  }

  static void begin(Batch& batch, Index samples) {
    batch.samples = samples;
    batch.lengths.clear();
    batch.tokens.clear();  // and keep their memory
    batch.values.clear();
    batch.masked.clear();
    batch.labels.clear();
    batch.targets.clear();
  }
  void add(Batch& batch, const ArrayRows& split, Index place) const {
    const Index row = split.rows[static_cast<std::size_t>(place)];
    if (!split.lengths.values.empty()) append(batch.lengths, split.lengths, row);
    split.inputs.shape.size() == 2 ? append(batch.tokens, split.inputs, row) : append(batch.values, split.inputs, row);
    own_.targets.empty() ? append(batch.labels, split.answers, row) : append(batch.targets, split.answers, row);
  }
  template <class Number>
  static void append(std::vector<Number>& numbers, const NpyArray& array, Index row) {
    const auto size = static_cast<std::ptrdiff_t>(array.values.size()) / array.shape[0];
    const auto first = array.values.begin() + row * size;
    std::transform(first, first + size, std::back_inserter(numbers), [](double x) { return static_cast<Number>(x); });
  }

  ArraysOptions own_;
  ArrayRows train_, test_;
  Index classes_ = 0, words_ = 0;
  Arrangement places_;
  std::optional<EpochOrder> order_;
};

}  // namespace

SEXTANT_DEFINE_TASK(arrays, Arrays)

}  // namespace sextant::tasks
