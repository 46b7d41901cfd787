// A matrix that owns its memory and keeps it: shaping it again allocates only when it must grow, so a
// training step allocates nothing once the first step has laid everything out.
#pragma once

#include <algorithm>
#include <new>
#include <vector>

#include "sextant/core/view.h"
#include "sextant/math/real.h"

namespace sextant::math {

/// Cache-line alignment for every engine buffer, so that results never depend on where memory fell.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
  void deallocate(T* pointer, std::size_t) { ::operator delete(pointer, alignment); }
  template <class U>
  bool operator==(const AlignedAllocator<U>&) const {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

inline namespace SEXTANT_PRECISION {

class Tensor {
 public:
  Tensor() = default;
  Tensor(Index rows, Index columns) { shape(rows, columns); }

  /// Gives the tensor a shape; what it held is undefined afterwards.
  View<real> shape(Index rows, Index columns) {
    rows_ = rows;
    columns_ = columns;
    std::size_t needed = 0;
    if (__builtin_mul_overflow(rows, columns, &needed)) throw std::bad_alloc();
    if (memory_.size() < needed) memory_.resize(needed);
    return view();
  }
  /// The same with every element zero.
  View<real> shape_zero(Index rows, Index columns) {
    shape(rows, columns);
    std::fill_n(memory_.data(), rows * columns, real(0));
    return view();
  }
  /// Takes memory for the largest shape to come, where shapes vary from step to step.
  void reserve(Index rows, Index columns) {
    std::size_t needed = 0;
    if (__builtin_mul_overflow(rows, columns, &needed)) throw std::bad_alloc();
    if (memory_.size() < needed) memory_.resize(needed);
  }

  View<real> view() { return {memory_.data(), rows_, columns_}; }
  View<const real> view() const { return {memory_.data(), rows_, columns_}; }
  real* data() { return memory_.data(); }
  const real* data() const { return memory_.data(); }
  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  Index size() const { return rows_ * columns_; }

 private:
  AlignedVector<real> memory_;
  Index rows_ = 0;
  Index columns_ = 0;
};

}  // namespace SEXTANT_PRECISION
}  // namespace sextant::math
