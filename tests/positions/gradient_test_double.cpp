// Gradients of every encoding against central differences in double, driven by the list: every place where it acts,
// every arrangement it accepts, causal or not, with and without CLS, and each of its options varied in turn.
#include <algorithm>
#include <cmath>

#include "tests/support/option_variations.h"
#include "tests/support/positions_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

/// Some rows of a batch, their positions, and random weights that turn a result into a loss.
struct Rows {
  std::vector<std::int32_t> positions;
  Tensor x;        // inputs (rows, columns)
  Tensor weights;  // (rows, results): loss = sum of weights * result

  Rows(std::vector<std::int32_t> positions_in, Index columns, Index results, TestNumbers& numbers)
      : positions(std::move(positions_in)) {
    const auto rows = static_cast<Index>(positions.size());
    numbers.fill(x.shape(rows, columns));
    numbers.fill(weights.shape(rows, results));
  }
  double loss(const Tensor& result) const {
    double sum = 0;
    for (Index j = 0; j < result.size(); ++j) sum += result.data()[j] * weights.data()[j];
    return sum;
  }
};

class GradientCheck {
 public:
  GradientCheck(PositionSubject& subject, TestNumbers& numbers) : subject_(subject), numbers_(numbers) {
    const auto length = static_cast<std::int32_t>(subject.length());
    const std::vector<std::int32_t> some{length - 1, 0, length - 1};
    const EncodingContext& place = subject.place;
    for (const auto& positions : {all_positions(length), some}) {
      embeddings_.emplace_back(positions, place.width, place.width, numbers);
      turned_.emplace_back(positions, place.heads * place.head_width, place.heads * place.head_width, numbers);
      for (Index head = 0; head < place.heads; ++head) {
        queries_.emplace_back(positions, place.head_width, subject.length(), numbers);
        contents_.push_back(make_content(subject, positions, head, scale, numbers));
        content_weights_.emplace_back();
        fill_visible(positions, content_weights_.back());
      }
    }
  }

  void run() {
    // A batch before, and one that was given up: neither may leave anything behind.
    differentiate(true);
    differentiate(false);
    found_.clear();
    differentiate(true);
    for (const Gradient& gradient : found_) compare(gradient);
  }

 private:
  struct Gradient {
    std::string what;
    real* values;
    std::vector<real> found;
  };

  double loss() {
    Position& position = *subject_.position;
    position.prepare();
    double sum = 0;
    if (position.adds_to_embeddings())
      for (const Rows& rows : embeddings_) {
        Tensor result = rows.x;
        position.add_to_embeddings(result.view(), rows.positions);
        sum += rows.loss(result);
      }
    if (position.rotates())
      for (const Rows& rows : turned_) {
        Tensor result = rows.x;
        position.rotate(result.view(), rows.positions);
        sum += rows.loss(result);
      }
    if (position.adds_to_scores())
      for (std::size_t i = 0; i < queries_.size(); ++i) {
        const Rows& rows = queries_[i];
        Tensor result;
        result.shape_zero(rows.x.rows(), subject_.length());
        position.add_to_scores(result.view(), rows.x.view(), head_of(i), scale, rows.positions);
        sum += rows.loss(result);
      }
    if (position.reads_content())
      for (std::size_t i = 0; i < contents_.size(); ++i) {
        const Tensor scores = contents_[i].scores(position);
        for (Index j = 0; j < scores.size(); ++j) sum += scores.data()[j] * content_weights_[i].data()[j];
      }
    return sum;
  }

  /// Weights of a loss over scores; what a causal mask hides has none.
  void fill_visible(const std::vector<std::int32_t>& positions, Tensor& weights) {
    const View<real> to = weights.shape_zero(static_cast<Index>(positions.size()), subject_.length());
    for (Index i = 0; i < to.rows; ++i)
      for (Index j = 0; j < to.columns; ++j)
        if (!subject_.place.causal || j <= positions[static_cast<std::size_t>(i)])
          to(i, j) = static_cast<real>(numbers_.next());
  }

  /// One batch of two chunks; gradients are added to whatever was there.
  void differentiate(bool to_the_end) {
    Position& position = *subject_.position;
    Parameters& parameters = subject_.parameters;
    std::vector<real> before;
    for (real& gradient : parameters.gradients()) before.push_back(gradient = static_cast<real>(numbers_.next()));
    position.prepare();
    if (position.adds_to_embeddings())
      for (const Rows& rows : embeddings_) position.embeddings_backward(rows.weights.view(), rows.positions);
    if (position.rotates())
      for (Rows& rows : turned_) {
        Tensor dx = rows.weights;
        Tensor rotated = rows.x;
        position.rotate(rotated.view(), rows.positions);
        position.rotate_backward(dx.view(), rotated.view(), rows.positions);
        found_.push_back({"input of rotate", rows.x.data(), {dx.data(), dx.data() + dx.size()}});
      }
    if (position.adds_to_scores())
      for (std::size_t i = 0; i < queries_.size(); ++i) differentiate_scores(queries_[i], head_of(i));
    if (position.reads_content())
      for (std::size_t i = 0; i < contents_.size(); ++i) differentiate_content(contents_[i], content_weights_[i]);
    if (to_the_end) position.finish();
    for (Parameter& parameter : parameters.list()) {
      std::vector<real> change;
      for (Index j = parameter.offset; j < parameter.offset + parameter.size(); ++j)
        change.push_back(parameters.gradients()[static_cast<std::size_t>(j)] - before[static_cast<std::size_t>(j)]);
      if (parameter.trainable) found_.push_back({parameter.name, parameter.value.data, change});
    }
  }

  void differentiate_scores(Rows& rows, Index head) {
    Tensor before;
    numbers_.fill(before.shape(rows.x.rows(), rows.x.columns()));
    Tensor d_queries = before;
    subject_.position->scores_backward(rows.weights.view(), rows.x.view(), d_queries.view(), head, scale,
                                       rows.positions);
    std::vector<real> change;
    for (Index j = 0; j < before.size(); ++j) change.push_back(d_queries.data()[j] - before.data()[j]);
    found_.push_back({"queries", rows.x.data(), change});
  }

  /// Attention adds the gradients of q k^T to those that the encoding leaves.
  void differentiate_content(ContentSubject& content, const Tensor& weights) {
    Tensor d_scores = weights;
    Tensor d_queries, d_keys, d_inputs;
    d_queries.shape_zero(content.queries.rows(), content.queries.columns());
    d_keys.shape_zero(content.keys.rows(), content.keys.columns());
    d_inputs.shape_zero(content.inputs.rows(), content.inputs.columns());
    subject_.position->transform_backward(d_scores.view(), content.view(),
                                          {d_queries.view(), d_keys.view(), d_inputs.view()});
    multiply(d_scores.view(), content.keys.view(), d_queries.view(), Write::add, scale);
    transposed_multiply(d_scores.view(), content.queries.view(), d_keys.view(), Write::add, scale);
    const auto found = [&](const char* what, Tensor& x, const Tensor& d) {
      found_.push_back({what, x.data(), {d.data(), d.data() + d.size()}});
    };
    found("queries of content", content.queries, d_queries);
    found("keys of content", content.keys, d_keys);
    if (subject_.position->needs_inputs()) found("inputs of content", content.inputs, d_inputs);
  }

  void compare(const Gradient& gradient) {
    double error = error_with(gradient, 1e-5);
    if (error > 1e-7) error = std::min(error, error_with(gradient, 1e-6));  // the wider step may straddle a kink
    EXPECT_LE(error, 1e-7) << "gradient of " << gradient.what;
  }

  double error_with(const Gradient& gradient, double step) {
    double worst = 0;
    double size = 1e-2;  // of smaller gradients the differences are rounding
    for (std::size_t j = 0; j < gradient.found.size(); ++j) {
      const real kept = gradient.values[j];
      gradient.values[j] = kept + step;
      const double above = loss();
      gradient.values[j] = kept - step;
      const double below = loss();
      gradient.values[j] = kept;
      const double numeric = (above - below) / (2 * step);
      worst = std::max(worst, std::abs(numeric - gradient.found[j]));
      size = std::max(size, std::abs(numeric));
    }
    return worst / size;
  }

  Index head_of(std::size_t i) const { return static_cast<Index>(i) % subject_.place.heads; }

  static constexpr real scale = 0.37;
  PositionSubject& subject_;
  TestNumbers& numbers_;
  std::vector<Rows> embeddings_;
  std::vector<Rows> turned_;
  std::vector<Rows> queries_;
  std::vector<ContentSubject> contents_;
  std::vector<Tensor> content_weights_;
  std::vector<Gradient> found_;
};

struct Size {
  Index width, heads, head_width;
};

std::vector<EncodingContext> all_places() {
  std::vector<EncodingContext> places;
  for (const Arrangement& arrangement :
       {Arrangement::index(5), Arrangement::index(6), Arrangement::index(1), Arrangement::grid({2, 3})})
    for (const Size& size : {Size{8, 1, 8}, Size{4, 2, 12}, Size{7, 2, 5}})
      for (const bool causal : {false, true})
        for (const bool cls : {false, true})
          places.push_back(
              make_place(cls ? arrangement.with_cls() : arrangement, size.width, size.heads, size.head_width, causal));
  return places;
}

class PositionGradients : public testing::TestWithParam<std::string> {};

TEST_P(PositionGradients, AgreeWithCentralDifferences) {
  OptionVariations variations;
  position_family().find(GetParam()).make_options()->visit(variations);
  TestNumbers numbers(11);
  Index plain = 0;
  for (const Tree& options : variations.found) {
    Index checked = 0;
    for (const EncodingContext& place : all_places()) {
      std::unique_ptr<PositionSubject> subject;
      try {
        subject = make_subject(GetParam(), place, options);
      } catch (const Error&) {
        continue;  // refused; what must be accepted is the business of another test
      }
      SCOPED_TRACE(fmt::format("{} {}, {} x{}, width {}, {} heads of {}, causal {}, CLS {}", GetParam(), options.dump(),
                               place.arrangement.kind_name(), place.arrangement.count(), place.width, place.heads,
                               place.head_width, place.causal, place.arrangement.has_cls()));
      GradientCheck(*subject, numbers).run();
      ++checked;
    }
    if (options.empty()) plain = checked;
  }
  EXPECT_GE(plain, 8) << "most places refuse this encoding";
}

INSTANTIATE_TEST_SUITE_P(All, PositionGradients, testing::ValuesIn(position_family().names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
