// Associative recall: n pairs of a key and a value, all keys different, a separator, one of the keys, and its value.
#include <vector>

#include "sextant/tasks/length_task.h"

namespace sextant::tasks {
namespace {

struct NeedleOptions final : LengthTaskOptions {
  Index keys = 128;
  Index values = 10;

  void visit(OptionVisitor& option) override {
    LengthTaskOptions::visit(option);
    option("keys", keys, between(2, 10000), "different keys; at least as many as there are pairs");
    option("values", values, between(2, 10000), "different values");
  }
};

class Needle final : public LengthTask {
 public:
  using OwnOptions = NeedleOptions;
  Needle(const NeedleOptions& own, std::uint64_t seed) : LengthTask("needle", own, seed), own_(own) {
    require(own.lengths.longest() <= own.keys, "task.keys: {} different keys given for {} pairs; raise task.keys",
            own.keys, own.lengths.longest());
  }

 protected:
  Index tokens_of(Index n) const override { return 2 * n + 2; }
  Index vocabulary() const override { return own_.keys + own_.values + 1; }
  void write(const Random& random, Index n, std::span<std::int32_t> tokens,
             std::span<std::int32_t> labels) const override {
    std::vector<std::int32_t> keys(static_cast<std::size_t>(own_.keys));
    random.permutation(keys);
    for (Index i = 0; i < n; ++i) {
      const auto pair = static_cast<std::size_t>(2 * i);
      tokens[pair] = keys[static_cast<std::size_t>(i)];
      tokens[pair + 1] = static_cast<std::int32_t>(own_.keys) + draw(random, 100000 + i, own_.values);
    }
    const auto asked = static_cast<std::size_t>(2 * draw(random, 200000, n));
    tokens[tokens.size() - 2] = static_cast<std::int32_t>(own_.keys + own_.values);
    tokens.back() = tokens[asked];
    labels.back() = tokens[asked + 1];
  }

 private:
  NeedleOptions own_;
};

}  // namespace

SEXTANT_DEFINE_TASK(needle, Needle)

}  // namespace sextant::tasks
