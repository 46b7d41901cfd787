// One trained number per head and bucket of offsets added to scores (T5; Raffel et al., arXiv 1910.10683): half the
// buckets hold one offset each, the rest grow logarithmically up to max_distance, beyond which all is one bucket.
// Bidirectional models split the buckets by the sign of the offset; a causal one looks backwards only.
#include <algorithm>
#include <cmath>

#include "sextant/positions/position.h"
#include "sextant/positions/score_bias.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct T5BiasOptions final : Options {
  Index buckets = 32;
  Index max_distance = 128;

  void visit(OptionVisitor& option) override {
    option("buckets", buckets, at_least(2), "number of buckets; even and 4 or more unless the model is causal");
    option("max_distance", max_distance, at_least(1), "offsets of at least this distance share the last bucket");
  }
};

/// The bucket of offset = key - query.
Index bucket_of(Index offset, const T5BiasOptions& own, bool causal) {
  const Index buckets = causal ? own.buckets : own.buckets / 2;
  const Index start = !causal && offset > 0 ? buckets : 0;
  const Index distance = causal ? std::max<Index>(-offset, 0) : std::abs(offset);
  const Index exact = buckets / 2;
  if (distance < exact) return start + distance;
  const double share = std::log(static_cast<double>(distance) / static_cast<double>(exact)) /
                       std::log(static_cast<double>(own.max_distance) / static_cast<double>(exact));
  const auto step = static_cast<Index>(share * static_cast<double>(buckets - exact));
  return start + std::min(exact + step, buckets - 1);
}

class T5Bias final : public ScoreBias {
 public:
  using OwnOptions = T5BiasOptions;
  T5Bias(const T5BiasOptions& own, const EncodingContext& context, Parameters& parameters) : ScoreBias(context, true) {
    const Index parts = context.causal ? 1 : 2;
    require(own.buckets >= 2 * parts && own.buckets % parts == 0, "t5_bias: {} buckets given, expected {}", own.buckets,
            context.causal ? "2 or more" : "an even number of 4 or more");
    require(own.max_distance > own.buckets / parts / 2,
            "t5_bias: max_distance {} given, but the {} buckets already separate {} offsets; use a larger value",
            own.max_distance, own.buckets, own.buckets / parts / 2);
    for (Index offset = 1 - count(); offset < count(); ++offset)
      bucket_.push_back(bucket_of(offset, own, context.causal));
    table_ = &parameters.add({.name = context.prefix + ".table",
                              .role = Role::position,
                              .kind = ParameterKind::embedding,
                              .rows = own.buckets,
                              .columns = context.heads,
                              .fan_in = context.width});
  }

  // b_h(i, j) = table[bucket(j - i), h]  =>  d_table[bucket, h] += d_b_h summed over its pairs: first by offset, where
  // rows are contiguous, then by bucket
  void finish() override {
    for (Index head = 0; head < heads(); ++head) {
      real* by_offset = by_offset_.shape_zero(1, 2 * count() - 1).data;
      for (Index i = 0; i < count(); ++i) {
        const real* from = d_bias().row(row_of(head, i)) + column_of(0);
        real* to = by_offset + count() - 1 - i;
#pragma omp simd
        for (Index j = 0; j < count(); ++j) to[j] += from[j];
      }
      for (Index offset = 1 - count(); offset < count(); ++offset)
        table_->gradient(bucket(offset), head) += by_offset[offset + count() - 1];
    }
  }

 protected:
  void fill_bias(View<real> bias) const override {
    for (Index head = 0; head < heads(); ++head)
      for (Index i = 0; i < count(); ++i)
        for (Index j = 0; j < count(); ++j) bias(row_of(head, i), column_of(j)) = table_->value(bucket(j - i), head);
  }

 private:
  Index bucket(Index offset) const { return bucket_[static_cast<std::size_t>(offset + count() - 1)]; }

  std::vector<Index> bucket_;  // of offsets 1-count .. count-1
  Tensor by_offset_;           // scratch (1, 2 count - 1)
  Parameter* table_;           // (buckets, heads)
};

}  // namespace

SEXTANT_DEFINE_POSITION(t5_bias, T5Bias)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
