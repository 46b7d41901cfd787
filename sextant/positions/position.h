// The contract of a positional encoding. There are four places where it can act, each with its backward;
// a variant overrides only its own, and the model never asks which encoding it has.
// One object serves one block, or all of them where it is shared.
#pragma once

#include <memory>
#include <span>

#include "sextant/core/family.h"
#include "sextant/core/random.h"
#include "sextant/layers/parameter.h"
#include "sextant/positions/encoding_context.h"
#include "sextant/positions/geometry.h"
#include "sextant/positions/position_options.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

/// The position in its sample of each row, 0..length-1.
using RowPositions = std::span<const std::int32_t>;

/// What an encoding that depends on content sees of one sample and head.
struct Content {
  View<const real> queries;  // (queries, head_width)
  View<const real> keys;     // (length, head_width)
  View<const real> inputs;   // (length, width) what they were projected from; only where needs_inputs()
  Index head = 0;
  real scale = 1;  // what q k^T was multiplied by
  RowPositions query_positions;
};

/// Where its gradients are added, in the shapes of Content.
struct ContentGradients {
  View<real> queries, keys, inputs;
};

class Position {
 public:
  virtual ~Position() = default;

  /// Before each step of training, on the model that owns the values: what depends on the step (dropped.cpp).
  virtual void begin_step(std::uint64_t) {}
  /// Once per batch, before prepare(): what is drawn for each batch anew (randomised.cpp). `length` is that of its
  /// longest sample, with CLS.
  virtual void draw(const Random&, Index) {}
  /// Once per batch, after the weights changed: fills tables that depend on parameters only.
  virtual void prepare() {}
  /// Once per batch, after the last backward: adds what was gathered in tables to the gradients.
  virtual void finish() {}

  // Place 1: x += table[position].
  virtual bool adds_to_embeddings() const { return false; }
  virtual void add_to_embeddings(View<real> x, RowPositions positions) const;     // x (rows, width)
  virtual void embeddings_backward(View<const real> dx, RowPositions positions);  // dx (rows, width)

  // Place 2: every head's part of queries or keys is rotated by an angle of its position.
  virtual bool rotates() const { return false; }
  /// True where heads are rotated by angles of their own, so that they cannot share keys.
  virtual bool rotates_by_head() const { return false; }
  virtual void rotate(View<real> x,
                      RowPositions positions) const;  // x (rows, heads*head_width); keys may have fewer heads
  /// In place; `rotated` is what rotate made of x, for the gradients of trained angles.
  virtual void rotate_backward(View<real> dx, View<const real> rotated, RowPositions positions);

  // Place 3: something is added to the scores of one sample and head, after they were scaled.
  virtual bool adds_to_scores() const { return false; }
  /// True where add_to_scores looks at the queries, so that they must be computed.
  virtual bool needs_queries() const { return false; }
  /// scores (queries, keys): the keys at positions 0, 1, ..., as many as the longest sample of the batch has, at most
  /// length(); queries (queries, head_width); `scale` is what q k^T was multiplied by.
  virtual void add_to_scores(View<real> scores, View<const real> queries, Index head, real scale,
                             RowPositions query_positions) const;
  /// Adds to d_queries and to the gradients; d_scores is the gradient of the sum.
  virtual void scores_backward(View<const real> d_scores, View<const real> queries, View<real> d_queries, Index head,
                               real scale, RowPositions query_positions);

  // Place 4: the scores of one sample and head become a function of themselves, queries, keys and inputs.
  virtual bool reads_content() const { return false; }
  /// True where it looks at what queries and keys were projected from.
  virtual bool needs_inputs() const { return false; }
  /// scores (queries, length) are scale q k^T, and whatever was added in place 3.
  virtual void transform_scores(View<real> scores, const Content& content) const;
  /// d_scores, the gradient of the result, becomes that of the scores before; adds to all other gradients.
  virtual void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients);

  /// False where it asks only who came before whom, so that other numbers of the tokens would change nothing.
  virtual bool numbers_tokens() const { return true; }
  /// Whether it acts anywhere.
  bool acts() const { return adds_to_embeddings() || rotates() || adds_to_scores() || reads_content(); }

  /// Its vectors or its distances over the count() tokens, with the rule that made them, for stress.
  virtual Geometry geometry() const = 0;
};

using MakePosition = std::unique_ptr<Position>(const Options& own, const EncodingContext& context,
                                               Parameters& parameters);
const Family<MakePosition>& position_family();

/// The door through which every encoding is made: refuses arrangements that the list does not say it accepts.
std::unique_ptr<Position> make_position(std::string_view kind, const Options& own, const EncodingContext& context,
                                        Parameters& parameters);
/// The same with what position.vector_norm, randomise_to and drop_at_step wrap around it (wrapped.h).
std::unique_ptr<Position> make_position(const PositionOptions& options, const Options& own,
                                        const EncodingContext& context, Parameters& parameters);

}  // namespace sextant::positions::inline SEXTANT_PRECISION

/// In the .cpp of a positional encoding: Class has a type OwnOptions and a constructor
/// (const OwnOptions&, const EncodingContext&, Parameters&).
#define SEXTANT_DEFINE_POSITION(name, Class) SEXTANT_DEFINE_VARIANT(MakePosition, name, Class)
