#include "sextant/math/product.h"

#if SEXTANT_DOUBLE
#include <Eigen/Core>
#else
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>
#include <sys/mman.h>

#include <new>

#include "sextant/core/product_instructions.h"
#include "sextant/math/real.h"
#include "sextant/math/small_product.h"
#endif

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

thread_local std::uint64_t operations = 0;

#if SEXTANT_DOUBLE

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> map(View<const double> view) {
  return {view.data, view.rows, view.columns, Eigen::OuterStride<>(view.stride)};
}

template <class Product>
void store(const Product& product, View<double> c, Write write, double alpha) {
  Eigen::Map<Matrix, 0, Eigen::OuterStride<>> target(c.data, c.rows, c.columns, Eigen::OuterStride<>(c.stride));
  if (write == Write::add)
    target.noalias() += alpha * product;
  else
    target.noalias() = alpha * product;
}

#else

// oneDNN would spread a product over OpenMP threads: bits would then depend on the machine, and a run per
// core is faster. The setting belongs to the calling thread and is put back afterwards.
class OneThread {
 public:
  OneThread() : before_(omp_get_max_threads()) {
    if (before_ != 1) omp_set_num_threads(1);
  }
  ~OneThread() {
    if (before_ != 1) omp_set_num_threads(before_);
  }

 private:
  int before_;
};

/// Before oneDNN writes its kernels at the first product: it must know for which instructions, and it crashes where it
/// gets no memory for them. Addresses alone are asked for; two threads that begin at the same time take 128 MB of them
/// each, for a moment.
bool prepare_kernels() {
  (void)core::product_instructions();
  constexpr std::size_t bytes = (2 * 128 + 32) << 20;
  void* const memory = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::munmap(memory, bytes);
  return true;
}

void sgemm(char transpose_a, char transpose_b, View<const float> a, View<const float> b, View<float> c, Index inner,
           Write write, float alpha) {
  [[maybe_unused]] static const bool prepared = prepare_kernels();
  const OneThread guard;
  const auto status = dnnl_sgemm(transpose_a, transpose_b, c.rows, c.columns, inner, alpha, a.data, a.stride, b.data,
                                 b.stride, write == Write::add ? 1.0F : 0.0F, c.data, c.stride);
  if (status != dnnl_success) throw std::bad_alloc();
}

// Below, packing and a call cost oneDNN more than our own loops lose (docs/adr/0002-onednn-for-products.md).
bool is_small(View<const float> c, Index inner) { return c.size() * inner <= Index(1) << 17; }
// The same where b has few columns and the sums are short, however many rows there are; turned while it is copied, b
// may be somewhat larger.
bool is_narrow(View<const float> c, Index inner) { return inner <= 64 && c.columns <= 256; }
bool is_narrow_turned(View<const float> c, Index inner) { return inner <= 256 && c.columns <= 512; }

#endif

void count(Index m, Index n, Index k) { operations += static_cast<std::uint64_t>(2 * m * n * k); }

}  // namespace

void multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha) {
  assert(a.rows == c.rows && b.columns == c.columns && a.columns == b.rows);
  if (c.size() == 0) return;
  count(c.rows, c.columns, a.columns);
#if SEXTANT_DOUBLE
  store(map(a) * map(b), c, write, alpha);
#else
  if (is_small(c, a.columns) || is_narrow(c, a.columns)) return small_multiply(a, b, c, write, alpha);
  sgemm('N', 'N', a, b, c, a.columns, write, alpha);
#endif
}

void multiply_transposed(View<const real> a, View<const real> b, View<real> c, Write write, real alpha) {
  assert(a.rows == c.rows && b.rows == c.columns && a.columns == b.columns);
  if (c.size() == 0) return;
  count(c.rows, c.columns, a.columns);
#if SEXTANT_DOUBLE
  store(map(a) * map(b).transpose(), c, write, alpha);
#else
  // turning b pays from a few rows on
  if (c.rows > 3 && a.columns <= small_inner && (is_small(c, a.columns) || is_narrow_turned(c, a.columns)))
    return small_multiply_transposed(a, b, c, write, alpha);
  sgemm('N', 'T', a, b, c, a.columns, write, alpha);
#endif
}

void transposed_multiply(View<const real> a, View<const real> b, View<real> c, Write write, real alpha) {
  assert(a.columns == c.rows && b.columns == c.columns && a.rows == b.rows);
  if (c.size() == 0) return;
  count(c.rows, c.columns, a.rows);
#if SEXTANT_DOUBLE
  store(map(a).transpose() * map(b), c, write, alpha);
#else
  if (is_small(c, a.rows)) return small_transposed_multiply(a, b, c, write, alpha);
  sgemm('T', 'N', a, b, c, a.rows, write, alpha);
#endif
}

std::uint64_t product_operations() { return operations; }

}  // namespace sextant::math::inline SEXTANT_PRECISION
