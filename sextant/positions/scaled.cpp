// Vectors of a set norm: x += X v_p / |v_p|, whatever encoding gives v_p. Of an encoding's stress much is the norm of
// its vectors; with it fixed, what is left is where they point. A vector of zeros (CLS) stays one.
#include <cmath>
#include <numeric>

#include "sextant/positions/additive_table.h"
#include "sextant/positions/wrapped.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

real norm_of(const real* row, Index width) {
  double sum = 0;
  for (Index j = 0; j < width; ++j) sum += static_cast<double>(row[j]) * static_cast<double>(row[j]);
  return static_cast<real>(std::sqrt(sum));
}

class Scaled final : public AdditiveTable {
 public:
  Scaled(std::unique_ptr<Position> inner, const EncodingContext& context, double norm)
      : AdditiveTable(context), inner_(std::move(inner)), norm_(static_cast<real>(norm)) {
    rows_.resize(static_cast<std::size_t>(length()));
    std::iota(rows_.begin(), rows_.end(), 0);
    for (Tensor* tensor : {&raw_, &table_, &d_table_}) tensor->shape_zero(length(), width());
  }

  void begin_step(std::uint64_t step) override { inner_->begin_step(step); }

  void prepare() override {
    inner_->prepare();
    const View<real> raw = raw_.shape_zero(length(), width());
    inner_->add_to_embeddings(raw, rows_);
    const View<real> table = table_.shape_zero(length(), width());
    d_table_.shape_zero(length(), width());
    bool any = false;
    for (Index i = 0; i < length(); ++i) {
      const real size = norm_of(raw.row(i), width());
      if (!(size > 0)) continue;
      any = true;
      for (Index j = 0; j < width(); ++j) table(i, j) = norm_ * raw(i, j) / size;
    }
    require(any, "position.vector_norm: all vectors are zero and have no direction; raise position.sigma");
  }

  // t = X v / |v|  =>  dv = X / |v| (dt - u (u . dt)), u = v / |v|
  void finish() override {
    const View<real> d = d_table_.view();
    for (Index i = 0; i < length(); ++i) {
      const real* raw = raw_.view().row(i);
      const real size = norm_of(raw, width());
      real along = 0;
      for (Index j = 0; j < width(); ++j) along += raw[j] * d(i, j);
      for (Index j = 0; j < width(); ++j)
        d(i, j) = size > 0 ? norm_ / size * (d(i, j) - raw[j] * along / (size * size)) : real(0);
    }
    inner_->embeddings_backward(d, rows_);
    inner_->finish();
  }

  Geometry geometry() const override {
    Geometry geometry = inner_->geometry();
    Table& points = geometry.table;
    for (Index i = 0; i < points.rows; ++i) {
      double sum = 0;
      for (Index j = 0; j < points.columns; ++j) sum += points(i, j) * points(i, j);
      for (Index j = 0; j < points.columns && sum > 0; ++j) points(i, j) *= static_cast<double>(norm_) / std::sqrt(sum);
    }
    geometry.rule += fmt::format(", scaled to norm {:.4g}", static_cast<double>(norm_));
    return geometry;
  }

 protected:
  View<const real> table() const override { return table_.view(); }
  View<real> d_table() override { return d_table_.view(); }

 private:
  std::unique_ptr<Position> inner_;
  real norm_;
  std::vector<std::int32_t> rows_;  // 0, 1, ..., length - 1
  Tensor raw_, table_, d_table_;    // (length, width)
};

}  // namespace

std::unique_ptr<Position> scale_vectors(std::unique_ptr<Position> inner, const EncodingContext& context, double norm) {
  return std::make_unique<Scaled>(std::move(inner), context, norm);
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
