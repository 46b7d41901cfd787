// Permutation equivariance of the blocks: |T(Pi X) - Pi T(X)| / |T(X)|, the largest element of each, with T(X)
// the last block's output and Pi random orders of the tokens (a CLS token stays in front). Zero up to rounding
// for an encoder without positions; everything that knows where a token stands breaks it. Pi may be cyclic shifts
// instead: a model that knows only who stands beside whom passes that. Latents do not move with the tokens: they must
// stay the same. Where the weights before training are known, so is the error then (relative_error_at_start).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/random_batch.h"

namespace sextant::analysis {
namespace {

struct EquivarianceOptions final : Options {
  Index samples = 16;
  std::string symmetry = "permutation";
  void visit(OptionVisitor& option) override {
    option("samples", samples, at_least(1), "number of random samples, each with a random token permutation");
    option.choice("symmetry", symmetry, {"permutation", "shift"}, "random orders of the tokens, or cyclic shifts");
  }
};

/// Keeps the output of one block.
class ResidualTap final : public Taps {
 public:
  explicit ResidualTap(std::string name) : name_(std::move(name)) {}
  void see(std::string_view name, View<const double> values) override {
    if (name != name_) return;
    output = Table(values.rows, values.columns);
    for (Index i = 0; i < values.rows; ++i)
      for (Index j = 0; j < values.columns; ++j) output(i, j) = static_cast<double>(values(i, j));
  }
  Table output;  // (samples*length, width)

 private:
  std::string name_;
};

Table measure_output(Model& model, const Batch& batch) {
  ResidualTap tap(fmt::format("blocks.{}.residual", model.options().depth - 1));
  model.set_taps(&tap);
  model.forward(batch);
  model.set_taps(nullptr);
  require(tap.output.rows > 0, "equivariance: the output of the last block was not captured");
  return std::move(tap.output);
}

class Equivariance final : public Analysis {
 public:
  using OwnOptions = EquivarianceOptions;
  explicit Equivariance(const EquivarianceOptions& own) : samples_(own.samples), shifts_(own.symmetry == "shift") {}

  Findings measure(const Subject& subject) const override {
    const ErrorSize trained = measure_error(subject);
    Findings findings{.numbers = {{"relative_error", trained.relative()},
                                  {"absolute_error", trained.difference},
                                  {"samples", static_cast<double>(samples_)}}};
    if (subject.start.empty()) return findings;
    const auto now = subject.model.read_weights();
    subject.model.write_weights(subject.start);
    findings.numbers.push_back({"relative_error_at_start", measure_error(subject).relative()});
    subject.model.write_weights(now);
    return findings;
  }

 private:
  struct ErrorSize {
    double difference = 0, size = 0;  // largest elements
    double relative() const { return size > 0 ? difference / size : 0; }
  };

  ErrorSize measure_error(const Subject& subject) const {
    const TaskShape& shape = subject.model.shape();
    const Batch batch = make_random_batch(shape, samples_, Random(subject.seed, Stream::analysis));
    const auto orders = draw_orders(shape.length, subject.seed);
    const Table straight = measure_output(subject.model, batch);
    const Table permuted = measure_output(subject.model, make_permuted_batch(batch, shape, orders));

    const Index front = subject.model.options().cls ? 1 : 0;
    const Index length = shape.length + front;
    const bool latents = subject.model.options().latents.has_value();
    ErrorSize error;
    for (Index row = 0; row < straight.rows; ++row) {
      const Index sample = latents ? 0 : row / length;
      const Index place = row % length - front;
      const Index source = place < 0 || latents ? row
                                                : sample * length + front +
                                                      orders[static_cast<std::size_t>(sample * shape.length + place)];
      for (Index j = 0; j < straight.columns; ++j) {
        error.difference = std::max(error.difference, std::abs(permuted(row, j) - straight(source, j)));
        error.size = std::max(error.size, std::abs(straight(row, j)));
      }
    }
    return error;
  }

  /// (samples, length)
  std::vector<std::int32_t> draw_orders(Index length, std::uint64_t seed) const {
    std::vector<std::int32_t> orders(static_cast<std::size_t>(samples_ * length));
    for (Index sample = 0; sample < samples_; ++sample) {
      const Random random(seed, Stream::analysis, 1, static_cast<std::uint32_t>(sample));
      const auto order =
          std::span(orders).subspan(static_cast<std::size_t>(sample * length), static_cast<std::size_t>(length));
      if (!shifts_) {
        random.permutation(order);
        continue;
      }
      std::iota(order.begin(), order.end(), 0);
      std::ranges::rotate(order, order.begin() + static_cast<Index>(random.below(0, order.size())));
    }
    return orders;
  }

  Index samples_;
  bool shifts_;
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(equivariance, Equivariance)

}  // namespace sextant::analysis
