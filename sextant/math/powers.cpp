#include "sextant/math/powers.h"

#include <algorithm>

namespace sextant::math {
namespace {

constexpr std::size_t at_once = 8;

/// Some channels at once, so that a vector holds them.
struct Several {
  double real[at_once] = {};
  double imaginary[at_once] = {};

  Several() = default;
  explicit Several(std::span<const Complex> numbers) {
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      real[j] = numbers[j].real();
      imaginary[j] = numbers[j].imag();
    }
  }
  // By hand: std::complex asks for infinities at every product.
  void multiply(const Several& other) {
    for (std::size_t j = 0; j < at_once; ++j) {
      const double before = real[j];
      real[j] = before * other.real[j] - imaginary[j] * other.imaginary[j];
      imaginary[j] = before * other.imaginary[j] + imaginary[j] * other.real[j];
    }
  }
  void add(const double* factors, const Several& other) {
    for (std::size_t j = 0; j < at_once; ++j) {
      real[j] += factors[j] * other.real[j];
      imaginary[j] += factors[j] * other.imaginary[j];
    }
  }
  void copy_to(std::span<Complex> numbers) const {
    for (std::size_t j = 0; j < numbers.size(); ++j) numbers[j] = {real[j], imaginary[j]};
  }
};

/// act(first, count) for channels, at most at_once at a time
template <class Act>
void in_groups(std::size_t channels, const Act& act) {
  for (std::size_t first = 0; first < channels; first += at_once) act(first, std::min(at_once, channels - first));
}

}  // namespace

void add_powers(std::span<const Complex> c, std::span<const Complex> w, View<double> sums) {
  in_groups(c.size(), [&](std::size_t first, std::size_t count) {
    Several term(c.subspan(first, count));
    const Several factor(w.subspan(first, count));
    for (Index l = 0; l < sums.rows; ++l, term.multiply(factor)) {
      double* const row = sums.row(l) + first;
      if (count == at_once)
        for (std::size_t j = 0; j < at_once; ++j) row[j] += term.real[j];
      else
        for (std::size_t j = 0; j < count; ++j) row[j] += term.real[j];
    }
  });
}

void gather_powers(View<const double> d, std::span<const Complex> w, std::span<Complex> sums,
                   std::span<Complex> slopes) {
  in_groups(w.size(), [&](std::size_t first, std::size_t count) {
    const Several factor(w.subspan(first, count));
    Several power, sum, slope;
    std::fill_n(power.real, at_once, 1.0);
    for (Index l = 0; l < d.rows; ++l, power.multiply(factor)) {
      double value[at_once] = {}, weighted[at_once];
      std::copy_n(d.row(l) + first, count, value);
      for (std::size_t j = 0; j < at_once; ++j) weighted[j] = value[j] * static_cast<double>(l);
      sum.add(value, power);
      slope.add(weighted, power);
    }
    sum.copy_to(sums.subspan(first, count));
    slope.copy_to(slopes.subspan(first, count));
  });
}

}  // namespace sextant::math
