// Sums of two numbers, a square of which is never trained (Zhang et al., arXiv 2405.05409, appendix): tokens a and b,
// class a + b. Rows with both numbers inside the square are held out, so that only the sum, not the pair, was seen.
#include "sextant/core/random.h"
#include "sextant/tasks/label_batch.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct AdditionOptions final : Options {
  Index numbers = 1000;
  Index first_held_out = 400;
  Index last_held_out = 600;
  Index test_rows = 2000;

  void visit(OptionVisitor& option) override {
    option("numbers", numbers, between(2, 100000), "operands range from 0 to numbers - 1");
    option("first_held_out", first_held_out, at_least(0), "smallest operand of the held-out square of pairs");
    option("last_held_out", last_held_out, "largest operand of the held-out square of pairs, inclusive");
    option("test_rows", test_rows, at_least(3), "samples per held-out split");
  }
};

class Addition final : public Task {
 public:
  using OwnOptions = AdditionOptions;
  Addition(const AdditionOptions& own, std::uint64_t seed) : own_(own), seed_(seed) {
    require(own.first_held_out <= own.last_held_out && own.last_held_out < own.numbers,
            "task.first_held_out, task.last_held_out: the square {} to {} must lie within 0 to {}", own.first_held_out,
            own.last_held_out, own.numbers - 1);
    require(own.last_held_out - own.first_held_out + 1 < own.numbers, "task.first_held_out: every pair is held out");
    splits_ = {{"test", 1, false}, {"held_out", 2, true}};
  }

  TaskShape shape() const override {
    return {.length = 2,
            .input = InputKind::tokens,
            .features = own_.numbers,
            .readout = ReadoutPlace::last,
            .outputs = 2 * own_.numbers - 1,
            .loss = LossKind::cross_entropy};
  }

  std::vector<std::string> splits() const override { return {"test", "held_out"}; }
  Index size(const std::string& split) const override {
    if (split == "train") return 0;
    find_split("addition", splits_, split);
    return own_.test_rows;
  }

  void fill_training(Batch& batch, Index samples, std::uint64_t seed, std::uint64_t step) override {
    shape_label_batch(batch, samples, 2);
    for (Index i = 0; i < samples; ++i)
      write(batch, i, Random(seed, Stream::data, step + 1, static_cast<std::uint32_t>(i)), false);
  }

  void fill(Batch& batch, const std::string& name, Index first, Index count) override {
    const Split& split = find_split("addition", splits_, name);
    require_rows("addition", name, first, count, own_.test_rows);
    shape_label_batch(batch, count, 2);
    for (Index i = 0; i < count; ++i)
      write(batch, i, Random(seed_, Stream::evaluation, split.part, static_cast<std::uint32_t>(first + i)),
            split.held_out);
  }

  Arrangement true_positions() const override { return Arrangement::index(2); }

 private:
  struct Split {
    std::string name;
    std::uint64_t part;
    bool held_out;
  };

  bool in_square(std::uint64_t number) const {
    const auto n = static_cast<Index>(number);
    return n >= own_.first_held_out && n <= own_.last_held_out;
  }

  /// Inside the square directly, outside by drawing until a pair lies there.
  void write(Batch& batch, Index sample, const Random& random, bool held_out) const {
    std::uint64_t a = 0, b = 0;
    if (held_out) {
      const auto side = static_cast<std::uint64_t>(own_.last_held_out - own_.first_held_out + 1);
      a = static_cast<std::uint64_t>(own_.first_held_out) + random.below(0, side);
      b = static_cast<std::uint64_t>(own_.first_held_out) + random.below(1, side);
    } else {
      std::uint64_t draw = 0;
      do {
        a = random.below(draw++, static_cast<std::uint64_t>(own_.numbers));
        b = random.below(draw++, static_cast<std::uint64_t>(own_.numbers));
      } while (in_square(a) && in_square(b));
    }
    const auto tokens = sample_tokens(batch, sample, 2);
    tokens[0] = static_cast<std::int32_t>(a);
    tokens[1] = static_cast<std::int32_t>(b);
    batch.labels[static_cast<std::size_t>(sample)] = static_cast<std::int32_t>(a + b);
  }

  AdditionOptions own_;
  std::uint64_t seed_;
  std::vector<Split> splits_;
};

}  // namespace

SEXTANT_DEFINE_TASK(addition, Addition)

}  // namespace sextant::tasks
