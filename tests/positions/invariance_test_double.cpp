// Properties of whole kinds of encodings, driven by the list: rotations keep norms and scores see differences only;
// what is added to scores does not change when both tokens move on.
#include <cmath>

#include "tests/support/positions_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

class PositionInvariance : public testing::TestWithParam<std::string> {
 protected:
  /// A threshold beyond the sample switches off what depends on absolute positions.
  static Tree shift_invariant_options(const std::string& name) {
    const auto own = position_family().find(name).make_options();
    return has_option(*own, "threshold") ? Tree{{"threshold", 1000.0}} : Tree::object();
  }
};

double product(const Tensor& a, const Tensor& b) {
  double sum = 0;
  for (Index j = 0; j < a.size(); ++j) sum += a.data()[j] * b.data()[j];
  return sum;
}

TEST_P(PositionInvariance, RotationsKeepNormsAndScoresSeeDifferences) {
  for (const Arrangement& arrangement : {Arrangement::index(9), Arrangement::grid({3, 3})}) {
    std::unique_ptr<PositionSubject> subject;
    try {
      subject = make_subject(GetParam(), make_place(arrangement, 8, 1, 12));
    } catch (const Error&) {
      continue;
    }
    if (!subject->position->rotates()) return;
    TestNumbers numbers(7);
    Tensor query, key;
    numbers.fill(query.shape(1, 12));
    numbers.fill(key.shape(1, 12));
    const auto turned = [&](const Tensor& x, std::int32_t position) {
      Tensor result = x;
      subject->position->rotate(result.view(), std::vector<std::int32_t>{position});
      return result;
    };
    for (std::int32_t i = 0; i < 9; ++i)
      EXPECT_NEAR(product(turned(query, i), turned(query, i)), product(query, query), 1e-12);
    // In a 3 x 3 grid tokens 0 and 4 stand to each other as 4 and 8, and 1 and 3 as 5 and 7.
    EXPECT_NEAR(product(turned(query, 0), turned(key, 4)), product(turned(query, 4), turned(key, 8)), 1e-12);
    EXPECT_NEAR(product(turned(query, 1), turned(key, 3)), product(turned(query, 5), turned(key, 7)), 1e-12);
    EXPECT_GT(std::abs(product(turned(query, 0), turned(key, 4)) - product(turned(query, 0), turned(key, 8))), 1e-3);
  }
}

TEST_P(PositionInvariance, AdditionsToScoresMoveWithTheTokens) {
  for (const bool causal : {false, true}) {
    const auto subject = make_subject(GetParam(), make_place(Arrangement::index(8), 8, 2, 4, causal),
                                      shift_invariant_options(GetParam()));
    if (!subject->position->adds_to_scores()) return;
    TestNumbers numbers(8);
    Tensor one, queries;
    numbers.fill(one.shape(1, 4));
    for (Index i = 0; i < 8; ++i) std::copy_n(one.data(), 4, queries.shape(8, 4).row(i));
    for (Index head = 0; head < 2; ++head) {
      const Tensor scores = scores_of(*subject, queries.view(), head);
      double spread = 0;
      for (Index i = 0; i + 1 < 8; ++i)
        for (Index j = 0; j + 1 < 8; ++j) {
          if (causal && j > i) continue;
          EXPECT_NEAR(scores.view()(i, j), scores.view()(i + 1, j + 1), 1e-13);
          spread = std::max(spread, std::abs(scores.view()(7, j) - scores.view()(7, 7)));
        }
      EXPECT_GT(spread, 1e-6);
    }
  }
}

// The same token everywhere: scores that depend on content may then depend on the offset only.
TEST_P(PositionInvariance, ScoresOfEqualContentMoveWithTheTokens) {
  for (const bool causal : {false, true}) {
    const auto subject = make_subject(GetParam(), make_place(Arrangement::index(8), 8, 2, 4, causal));
    if (!subject->position->reads_content()) return;
    TestNumbers numbers(9);
    ContentSubject content = make_content(*subject, all_positions(8), 1, 0.5, numbers);
    for (Tensor* tensor : {&content.queries, &content.keys, &content.inputs})
      for (Index i = 1; i < 8; ++i) std::copy_n(tensor->data(), tensor->columns(), tensor->view().row(i));
    const Tensor scores = content.scores(*subject->position);
    double spread = 0;
    for (Index i = 0; i + 1 < 8; ++i)
      for (Index j = 0; j + 1 < 8; ++j) {
        if (causal && j > i) continue;
        EXPECT_NEAR(scores.view()(i, j), scores.view()(i + 1, j + 1), 1e-12);
        spread = std::max(spread, std::abs(scores.view()(7, j) - scores.view()(7, 7)));
      }
    EXPECT_GT(spread, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PositionInvariance, testing::ValuesIn(position_family().names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
