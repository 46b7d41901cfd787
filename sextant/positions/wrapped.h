// An encoding around another one: whatever a wrapper does not override is the inner one's affair. The options of
// [position] put them around any kind: vectors scaled to a norm (scaled.cpp), token numbers drawn for each batch
// (randomised.cpp), the whole dropped at a step (dropped.cpp), in this order from inside out.
#pragma once

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

class Wrapped : public Position {
 public:
  void begin_step(std::uint64_t step) override { inner_->begin_step(step); }
  void draw(const Random& random, Index length) override { inner_->draw(random, length); }
  void prepare() override { inner_->prepare(); }
  void finish() override { inner_->finish(); }
  bool adds_to_embeddings() const override { return inner_->adds_to_embeddings(); }
  bool rotates() const override { return inner_->rotates(); }
  bool rotates_by_head() const override { return inner_->rotates_by_head(); }
  bool adds_to_scores() const override { return inner_->adds_to_scores(); }
  bool needs_queries() const override { return inner_->needs_queries(); }
  bool reads_content() const override { return inner_->reads_content(); }
  bool needs_inputs() const override { return inner_->needs_inputs(); }
  bool numbers_tokens() const override { return inner_->numbers_tokens(); }

 protected:
  explicit Wrapped(std::unique_ptr<Position> inner) : inner_(std::move(inner)) {}
  Position& inner() { return *inner_; }
  const Position& inner() const { return *inner_; }

 private:
  std::unique_ptr<Position> inner_;
};

/// `context` is the inner one's. Each says what it is at the top of its file.
std::unique_ptr<Position> scale_vectors(std::unique_ptr<Position> inner, const EncodingContext& context, double norm);
/// `context` is that of the model; the inner one is made for `range` tokens.
std::unique_ptr<Position> randomise(std::unique_ptr<Position> inner, const EncodingContext& context, Index range);
std::unique_ptr<Position> drop_at(std::unique_ptr<Position> inner, const EncodingContext& context, Index step,
                                  Parameters& parameters);

}  // namespace sextant::positions::inline SEXTANT_PRECISION
