// Latin squares of several sizes in one training set, tested on sizes that were not in it: the third question of Ito et
// al. (arXiv 2406.08272), whether learned positions serve a number of elements that changes. A puzzle of n symbols gets
// n random ones of the N of the largest size, so that every symbol is trained; it is used where its answer stands
// somewhere else in it too, since what symbols there are can only be seen. Layouts: `packed` numbers the n^2 cells row
// by row, a sample of its own length; `frame` puts them into the corner of an N x N grid whose other cells are marked
// as outside, so that a cell of row r and column c has the same place whatever the size.
#include <algorithm>

#include "sextant/data/latin/latin_collection.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct LatinSizesOptions final : Options {
  std::vector<Index> sizes{4, 5, 6};
  std::vector<Index> test_sizes{7};
  std::string layout = "packed";
  Index rows = 1000;
  Index test_rows = 100;
  Index data_seed = 1;

  void visit(OptionVisitor& option) override {
    option("sizes", sizes, between(3, largest_latin_size), "side lengths of the training grids");
    option("test_sizes", test_sizes, between(3, largest_latin_size), "further sizes that are tested only");
    option.choice("layout", layout, {"packed", "frame"},
                  "packed: n^2 tokens row by row; frame: the corner of a grid of the largest size");
    option("rows", rows, between(20, 1e6), "puzzles per size and condition, a tenth of them held out");
    option("test_rows", test_rows, between(20, 1e5), "puzzles per condition of a size that is tested only");
    option("data_seed", data_seed, any_seed(), "seed of the puzzles and their split, independent of the run's seed");
  }
};

struct SizedPuzzle {
  LatinPuzzle puzzle;
  std::vector<std::int32_t> symbols;  // of the N, for each of its own
};

class LatinSizes final : public Task {
 public:
  using OwnOptions = LatinSizesOptions;
  LatinSizes(const LatinSizesOptions& own, std::uint64_t)
      : seed_(static_cast<std::uint64_t>(own.data_seed)), frame_(own.layout == "frame") {
    require(!own.sizes.empty(), "task.sizes: name at least one side length");
    for (const auto* sizes : {&own.sizes, &own.test_sizes})
      for (const Index size : *sizes) {
        require(sizes == &own.sizes || std::ranges::find(own.sizes, size) == own.sizes.end(),
                "task.test_sizes: {} is a training size, which has a held-out split anyway", size);
        largest_ = std::max(largest_, size);
      }
    splits_ = {{"train", {}}, {"test", {}}};
    for (const Index size : own.sizes) {
      const auto collection = make_size(size, own.rows);
      add(collection->train, splits_[0]);
      add(collection->test, splits_[1]);
      add(collection->test, splits_.emplace_back(Split{fmt::format("size_{}", size), {}}));
    }
    for (const Index size : own.test_sizes) {
      const auto collection = make_size(size, own.test_rows);
      Split& split = splits_.emplace_back(Split{fmt::format("size_{}", size), {}});
      add(collection->train, split);
      add(collection->test, split);
    }
    for (const Split& split : splits_)
      require(!split.puzzles.empty(), "latin_sizes: no puzzle of the split {} shows its answer; raise task.rows",
              split.name);
    order_.emplace(size("train"));
  }

  TaskShape shape() const override {
    return {.length = largest_ * largest_,
            .input = InputKind::one_hot,
            .features = largest_ + (frame_ ? 2 : 1),
            .readout = ReadoutPlace::last,
            .outputs = largest_,
            .loss = LossKind::cross_entropy,
            .ragged = !frame_};
  }

  std::vector<std::string> splits() const override {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < splits_.size(); ++i) names.push_back(splits_[i].name);
    return names;
  }
  Index size(const std::string& split) const override { return static_cast<Index>(find(split).puzzles.size()); }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto rows = order_->rows_of(samples, seed, step);
    shape_batch(batch, static_cast<Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      write(batch, static_cast<Index>(i), splits_[0].puzzles[static_cast<std::size_t>(rows[i])]);
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const auto& puzzles = find(split).puzzles;
    require_rows("latin_sizes", split, first, count, static_cast<Index>(puzzles.size()));
    shape_batch(batch, count);
    for (Index i = 0; i < count; ++i) write(batch, i, puzzles[static_cast<std::size_t>(first + i)]);
  }

  Arrangement true_positions() const override {
    return frame_ ? Arrangement::grid({largest_, largest_}) : Arrangement::index(largest_ * largest_);
  }

  std::vector<std::string> groups(const std::string& split) const override {
    std::vector<std::string> names;
    for (const SizedPuzzle& one : find(split).puzzles) names.emplace_back(name_of(one.puzzle.condition));
    return names;
  }

 private:
  struct Split {
    std::string name;
    std::vector<SizedPuzzle> puzzles;
  };

  std::shared_ptr<const LatinCollection> make_size(Index size, Index rows) const {
    LatinRequest request;
    request.pool = {.size = size,
                    .rows = rows,
                    .givens_from = size * size * 3 / 16,
                    .givens_to = size * size * 11 / 16,
                    .distance = 0,
                    .seed = seed_};
    request.gen_rows = 1;
    return latin_collection(request);
  }

  void add(const std::vector<LatinPuzzle>& puzzles, Split& split) const {
    std::vector<std::int32_t> order(static_cast<std::size_t>(largest_));
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const LatinPuzzle& puzzle = puzzles[i];
      if (std::ranges::find(puzzle.cells, puzzle.answer) == puzzle.cells.end()) continue;
      Random(seed_, Stream::masking, i, static_cast<std::uint32_t>(puzzle.size)).permutation(order);
      split.puzzles.push_back({puzzle, {order.begin(), order.begin() + puzzle.size}});
    }
  }

  const Split& find(const std::string& name) const { return find_split("latin_sizes", splits_, name); }

  void shape_batch(Batch& batch, Index samples) const {
    shape_label_batch(batch, samples, largest_ * largest_);
    std::ranges::fill(batch.tokens, frame_ ? static_cast<std::int32_t>(largest_ + 1) : Batch::blank);
    batch.lengths.assign(frame_ ? 0 : static_cast<std::size_t>(samples), 0);
  }

  /// Symbols are tokens 0..N-1, the target is N, a cell outside N + 1, and blank is -1.
  void write(Batch& batch, Index sample, const SizedPuzzle& one) const {
    const LatinPuzzle& puzzle = one.puzzle;
    const auto tokens = sample_tokens(batch, sample, largest_ * largest_);
    const Index side = frame_ ? largest_ : puzzle.size;
    for (Index row = 0; row < puzzle.size; ++row)
      for (Index column = 0; column < puzzle.size; ++column) {
        const Index given = puzzle.given(row, column);
        std::int32_t& token = tokens[static_cast<std::size_t>(row * side + column)];
        token = given == 0 ? Batch::blank : one.symbols[static_cast<std::size_t>(given - 1)];
        if (row * puzzle.size + column == puzzle.target) token = static_cast<std::int32_t>(largest_);
      }
    batch.labels[static_cast<std::size_t>(sample)] = one.symbols[static_cast<std::size_t>(puzzle.answer - 1)];
    if (!frame_) batch.lengths[static_cast<std::size_t>(sample)] = static_cast<std::int32_t>(puzzle.size * puzzle.size);
  }

  std::uint64_t seed_;
  bool frame_;
  Index largest_ = 0;          // N
  std::vector<Split> splits_;  // train first
  std::optional<EpochOrder> order_;
};

}  // namespace

SEXTANT_DEFINE_TASK(latin_sizes, LatinSizes)

}  // namespace sextant::tasks
