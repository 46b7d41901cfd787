// The Latin Square Task (Ito et al., arXiv 2406.08272): which symbol belongs in the target cell of an n x n grid? Cells
// are one-hot vectors of {1..n, target}, blanks are zero, and the answer is read at the last cell, wherever the target
// is. The puzzles and their split depend on task.data_seed alone, so every run of a sweep has the same ones.
#include <algorithm>

#include "sextant/data/latin/latin_collection.h"
#include "sextant/tasks/epoch_order.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct LatinSquareOptions final : Options {
  Index size = 4;
  Index rows = 3000;
  Index gen_rows = 36;
  std::optional<Index> givens_from;
  std::optional<Index> givens_to;
  double distance = 0.8;
  double test_share = 0.1;
  Index data_seed = 1;
  std::string data;

  void visit(OptionVisitor& option) override {
    option("size", size, between(3, largest_latin_size), "side length of the grid and number of symbols");
    option("rows", rows, between(2, 1e6),
           "puzzles per condition (binary, ternary, quaternary), training and test together");
    option("gen_rows", gen_rows, between(1, 1e4), "puzzles per condition in the generated generalisation split (gen)");
    option("givens_from", givens_from, at_least(1),
           "minimum number of given cells in a generated puzzle; auto (or 0): 3/16 of all cells");
    option("givens_to", givens_to, at_least(1),
           "maximum number of given cells in a generated puzzle; auto (or 0): 11/16 of all cells");
    option("distance", distance, share(), "minimum Jaccard distance of training and test puzzles from the gen split");
    option("test_share", test_share, inside(0, 1), "fraction of each condition's puzzles held out for testing");
    option("data_seed", data_seed, any_seed(), "seed of the puzzles and their split, independent of the run's seed");
    option.path("data", data, "folder with the puzzle files of Ito et al. (see docs/papers); empty: generate puzzles");
  }
};

LatinRequest make_request(const LatinSquareOptions& own) {
  const Index cells = own.size * own.size;
  LatinRequest request;
  request.pool = {.size = own.size,
                  .rows = own.rows,
                  .givens_from = own.givens_from.value_or(cells * 3 / 16),
                  .givens_to = own.givens_to.value_or(cells * 11 / 16),
                  .distance = own.distance,
                  .seed = static_cast<std::uint64_t>(own.data_seed)};
  request.gen_rows = own.gen_rows;
  request.test_share = own.test_share;
  request.folder = own.data;
  return request;
}

/// A split: puzzles of the collection, in order.
struct Split {
  std::string name;
  std::vector<const LatinPuzzle*> puzzles;
};

class LatinSquare final : public Task {
 public:
  using OwnOptions = LatinSquareOptions;
  LatinSquare(const LatinSquareOptions& own, std::uint64_t)
      : size_(own.size),
        collection_(latin_collection(make_request(own))),
        order_(static_cast<Index>(collection_->train.size())) {
    add_split("train", collection_->train);
    add_split("test", collection_->test);
    add_split("gen", collection_->gen);
    for (const auto condition : latin_conditions) {
      Split& split = splits_.emplace_back(Split{fmt::format("gen_{}", name_of(condition)), {}});
      for (const auto& puzzle : collection_->gen)
        if (puzzle.condition == condition) split.puzzles.push_back(&puzzle);
    }
    add_fitted();
  }

  TaskShape shape() const override {
    return {.length = size_ * size_,
            .input = InputKind::one_hot,
            .features = size_ + 1,
            .readout = ReadoutPlace::last,
            .outputs = size_,
            .loss = LossKind::cross_entropy};
  }

  std::vector<std::string> splits() const override {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < splits_.size(); ++i) names.push_back(splits_[i].name);
    return names;
  }

  Index size(const std::string& split) const override { return static_cast<Index>(find(split).puzzles.size()); }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    const auto rows = order_.rows_of(samples, seed, step);
    shape_label_batch(batch, static_cast<Index>(rows.size()), size_ * size_);
    for (std::size_t i = 0; i < rows.size(); ++i)
      write(batch, static_cast<Index>(i), collection_->train[static_cast<std::size_t>(rows[i])]);
  }

  void fill(Batch& batch, const std::string& split, Index first, Index count) override {
    const auto& puzzles = find(split).puzzles;
    const auto rows = static_cast<Index>(puzzles.size());
    require_rows("latin_square", split, first, count, rows);
    shape_label_batch(batch, count, size_ * size_);
    for (Index i = 0; i < count; ++i) write(batch, i, *puzzles[static_cast<std::size_t>(first + i)]);
  }

  Arrangement true_positions() const override { return Arrangement::grid({size_, size_}); }

  std::vector<std::string> groups(const std::string& split) const override {
    std::vector<std::string> names;
    for (const auto* puzzle : find(split).puzzles) names.emplace_back(name_of(puzzle->condition));
    return names;
  }

 private:
  void add_split(const char* name, const std::vector<LatinPuzzle>& puzzles) {
    Split& split = splits_.emplace_back(Split{name, {}});
    for (const auto& puzzle : puzzles) split.puzzles.push_back(&puzzle);
  }

  /// Training rows, as many as test rows and spread over all: whether the training set was fitted, at little cost.
  void add_fitted() {
    const auto& train = collection_->train;
    const std::size_t count = std::min(collection_->test.size(), train.size());
    Split& split = splits_.emplace_back(Split{"fitted", {}});
    for (std::size_t i = 0; i < count; ++i) split.puzzles.push_back(&train[i * train.size() / count]);
  }

  const Split& find(const std::string& name) const { return find_split("latin_square", splits_, name); }

  /// Symbols are tokens 0..n-1, the target is n, and blank is -1.
  void write(Batch& batch, Index sample, const LatinPuzzle& puzzle) const {
    std::int32_t* tokens = batch.tokens.data() + sample * size_ * size_;
    for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell)
      tokens[cell] = puzzle.cells[cell] == 0 ? Batch::blank : puzzle.cells[cell] - 1;
    batch.labels[static_cast<std::size_t>(sample)] = static_cast<std::int32_t>(puzzle.answer - 1);
  }

  Index size_;
  std::shared_ptr<const LatinCollection> collection_;
  std::vector<Split> splits_;  // train first
  EpochOrder order_;
};

}  // namespace

SEXTANT_DEFINE_TASK(latin_square, LatinSquare)

}  // namespace sextant::tasks
