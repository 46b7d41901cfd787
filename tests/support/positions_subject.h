// A positional encoding under test: made from the list by name, in a small place, with random parameters.
#pragma once

#include <gtest/gtest.h>

#include <random>

#include "sextant/core/npy.h"
#include "sextant/core/tree.h"
#include "sextant/math/product.h"
#include "sextant/positions/position.h"

namespace sextant::test::inline SEXTANT_PRECISION {

/// Random numbers for tests; the seed makes a failure repeatable.
class TestNumbers {
 public:
  explicit TestNumbers(unsigned seed) : engine_(seed) {}
  double next() { return normal_(engine_); }
  void fill(View<real> x) {
    for (Index i = 0; i < x.rows; ++i)
      for (Index j = 0; j < x.columns; ++j) x(i, j) = static_cast<real>(next());
  }

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

struct PositionSubject {
  EncodingContext place;
  std::shared_ptr<Options> own;
  Parameters parameters;
  std::unique_ptr<Position> position;

  Index length() const { return place.arrangement.length(); }
  bool acts() const {
    return position->adds_to_embeddings() || position->rotates() || position->adds_to_scores() ||
           position->reads_content();
  }
};

inline EncodingContext make_place(Arrangement arrangement, Index width = 8, Index heads = 1, Index head_width = 8,
                                  bool causal = false) {
  return {width, heads, head_width, causal, std::move(arrangement), "position"};
}

inline bool has_option(Options& own, const std::string& name) {
  for (const std::string& known : option_names({&own}))
    if (known == name) return true;
  return false;
}

/// An encoding that wants a file gets a table of random numbers.
inline void give_file(Options& own, const EncodingContext& place) {
  if (!has_option(own, "file")) return;
  const Index rows = place.arrangement.length();
  std::vector<double> values;
  TestNumbers numbers(5);
  for (Index i = 0; i < rows * place.width; ++i) values.push_back(numbers.next());
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string file =
      fmt::format("{}{}_{}_{}.npy", testing::TempDir(), precision_name, test->test_suite_name(), test->name());
  std::replace(file.begin() + static_cast<std::ptrdiff_t>(testing::TempDir().size()), file.end(), '/', '_');
  write_npy(file, {rows, place.width}, values);
  read_options(Tree{{"file", file}}, "position", {&own});
}

/// Throws what the encoding throws where it refuses the place or the options.
inline std::unique_ptr<PositionSubject> make_subject(const std::string& name, const EncodingContext& place,
                                                     const Tree& options = Tree::object(), unsigned seed = 1) {
  auto subject = std::make_unique<PositionSubject>();
  const auto& variant = position_family().find(name);
  subject->place = place;
  subject->own = variant.make_options();
  give_file(*subject->own, place);
  read_options(options, "position", {subject->own.get()});
  subject->position = make_position(name, *subject->own, place, subject->parameters);
  subject->parameters.allocate();
  TestNumbers numbers(seed);
  for (Parameter& parameter : subject->parameters.list())
    for (Index j = 0; j < parameter.size(); ++j)
      parameter.value.data[j] = static_cast<real>(
          parameter.given.empty() ? 0.5 * numbers.next()
                                  : parameter.given[static_cast<std::size_t>(j)] * (1 + 0.1 * numbers.next()));
  subject->position->prepare();
  return subject;
}

inline std::vector<std::int32_t> all_positions(Index length) {
  std::vector<std::int32_t> positions;
  for (Index i = 0; i < length; ++i) positions.push_back(static_cast<std::int32_t>(i));
  return positions;
}

/// What is added to the scores of head `head` by all queries of a sample: (length, length).
inline Tensor scores_of(const PositionSubject& subject, View<const real> queries, Index head, real scale = 1) {
  Tensor scores;
  scores.shape_zero(subject.length(), subject.length());
  subject.position->add_to_scores(scores.view(), queries, head, scale, all_positions(subject.length()));
  return scores;
}

/// What an encoding that depends on content sees of one sample and head, with memory of its own.
struct ContentSubject {
  std::vector<std::int32_t> positions;  // of the queries
  Tensor queries, keys, inputs;
  Index head = 0;
  real scale = 1;

  Content view() const { return {queries.view(), keys.view(), inputs.view(), head, scale, positions}; }
  /// The scores that it makes of scale q k^T: (queries, length).
  Tensor scores(const Position& position) const {
    Tensor result(queries.rows(), keys.rows());
    multiply_transposed(queries.view(), keys.view(), result.view(), Write::replace, scale);
    position.transform_scores(result.view(), view());
    return result;
  }
};

/// Random queries at `positions`, keys and inputs for a subject that reads content.
inline ContentSubject make_content(const PositionSubject& subject, std::vector<std::int32_t> positions, Index head,
                                   real scale, TestNumbers& numbers) {
  ContentSubject content{.positions = std::move(positions), .queries = {}, .keys = {}, .inputs = {}, .head = head};
  content.scale = scale;
  numbers.fill(content.queries.shape(static_cast<Index>(content.positions.size()), subject.place.head_width));
  numbers.fill(content.keys.shape(subject.length(), subject.place.head_width));
  numbers.fill(content.inputs.shape(subject.length(), subject.place.width));
  return content;
}

}  // namespace sextant::test::inline SEXTANT_PRECISION
