#include "sextant/core/tensor_bytes.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "sextant/core/error.h"

namespace sextant::core {
namespace {

template <class Number, class Convert>
std::vector<std::byte> convert_all(std::span<const double> values, Convert convert) {
  std::vector<std::byte> bytes(values.size() * sizeof(Number));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Number number = convert(values[i]);
    std::memcpy(bytes.data() + i * sizeof(Number), &number, sizeof(Number));
  }
  return bytes;
}

}  // namespace

std::uint16_t double_to_half(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::abs(value);
  if (std::isnan(value)) return 0x7e00;
  if (size == 0) return sign;
  int exponent = 0;
  std::frexp(size, &exponent);                    // size in [2^(exponent-1), 2^exponent)
  const int step = std::max(exponent - 11, -24);  // of the last bit; below 2^-14 numbers are subnormal
  const double steps = std::nearbyint(std::ldexp(size, -step));
  const double rounded = std::ldexp(steps, step);
  if (rounded >= 65536) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (rounded < std::ldexp(1.0, -14))
    return static_cast<std::uint16_t>(sign | static_cast<int>(std::ldexp(rounded, 24)));
  const double fraction = std::frexp(rounded, &exponent) * 2 - 1;  // in [0, 1)
  return static_cast<std::uint16_t>(sign | ((exponent + 14) << 10) | static_cast<int>(fraction * 1024));
}

std::uint16_t double_to_bfloat(double value) {
  // Rounded to a float first and then again would round twice: the float is cut off, and what was lost decides.
  if (std::isnan(value)) return 0x7fc0;
  auto single = static_cast<float>(value);
  if (std::isfinite(single) && std::abs(static_cast<double>(single)) > std::abs(value))
    single = std::nextafter(single, 0.0f);
  const auto bits = std::bit_cast<std::uint32_t>(single);
  const std::uint32_t rest = bits & 0xffff;
  const bool more = rest > 0x8000 || (rest == 0x8000 && static_cast<double>(single) != value);
  const bool tie = rest == 0x8000 && !more;
  const auto upper = static_cast<std::uint16_t>(bits >> 16);
  return static_cast<std::uint16_t>(upper + ((more || (tie && (upper & 1) != 0)) ? 1 : 0));
}

std::vector<std::byte> tensor_bytes(const std::string& dtype, std::span<const double> values, const std::string& who) {
  const double largest = dtype == "F16" ? 65504 : dtype == "F64" ? HUGE_VAL : 3.4028234663852886e38;
  for (const double value : values)
    require(std::isfinite(value) && std::abs(value) <= largest, "{}: {} cannot be written as {}", who, value, dtype);
  if (dtype == "F64") return convert_all<double>(values, [](double value) { return value; });
  if (dtype == "F32") return convert_all<float>(values, [](double value) { return static_cast<float>(value); });
  if (dtype == "F16") return convert_all<std::uint16_t>(values, double_to_half);
  if (dtype == "BF16") return convert_all<std::uint16_t>(values, double_to_bfloat);
  fail("{}: dtype {} cannot be written; expected F64, F32, F16 or BF16", who, dtype);
}

}  // namespace sextant::core
