// Little-endian numbers of any type as doubles.
#include "sextant/core/element.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sextant::core {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers in files are copied as they stand");

template <class Stored, class Convert>
void fill(std::vector<double>& out, const std::byte* data, Convert convert) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, data + i * sizeof(Stored), sizeof(Stored));
    out[i] = convert(stored);
  }
}

template <class Stored>
void fill(std::vector<double>& out, const std::byte* data) {
  fill<Stored>(out, data, [](Stored stored) { return static_cast<double>(stored); });
}

}  // namespace

std::size_t bytes_of(Element element) {
  switch (element) {
    case Element::f64:
    case Element::i64:
    case Element::u64:
      return 8;
    case Element::f32:
    case Element::i32:
    case Element::u32:
      return 4;
    case Element::f16:
    case Element::bf16:
    case Element::i16:
    case Element::u16:
      return 2;
    case Element::f8_e4m3:
    case Element::f8_e5m2:
    case Element::f8_e8m0:
    case Element::i8:
    case Element::u8:
    case Element::boolean:
      return 1;
  }
  return 0;
}

bool is_integer(Element element) { return element >= Element::i64 && element <= Element::u8; }

double half_to_double(std::uint16_t bits) {
  const int sign = bits >> 15, exponent = (bits >> 10) & 31, fraction = bits & 1023;
  double magnitude;
  if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);  // subnormal
  else if (exponent < 31)
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  else
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return sign ? -magnitude : magnitude;
}

double bfloat_to_double(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
}

double e4m3_to_double(std::uint8_t bits) {
  const int exponent = (bits >> 3) & 15, fraction = bits & 7;
  double magnitude = exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(8 + fraction, exponent - 10);
  if (exponent == 15 && fraction == 7) magnitude = std::numeric_limits<double>::quiet_NaN();
  return bits >> 7 ? -magnitude : magnitude;
}

double e5m2_to_double(std::uint8_t bits) { return half_to_double(static_cast<std::uint16_t>(bits << 8)); }

double e8m0_to_double(std::uint8_t bits) {
  return bits == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, bits - 127);
}

std::vector<double> read_elements(Element element, const std::byte* data, std::size_t count) {
  std::vector<double> out(count);
  switch (element) {
    case Element::f64:
      fill<double>(out, data);
      break;
    case Element::f32:
      fill<float>(out, data);
      break;
    case Element::f16:
      fill<std::uint16_t>(out, data, half_to_double);
      break;
    case Element::bf16:
      fill<std::uint16_t>(out, data, bfloat_to_double);
      break;
    case Element::f8_e4m3:
      fill<std::uint8_t>(out, data, e4m3_to_double);
      break;
    case Element::f8_e5m2:
      fill<std::uint8_t>(out, data, e5m2_to_double);
      break;
    case Element::f8_e8m0:
      fill<std::uint8_t>(out, data, e8m0_to_double);
      break;
    case Element::i64:
      fill<std::int64_t>(out, data);
      break;
    case Element::i32:
      fill<std::int32_t>(out, data);
      break;
    case Element::i16:
      fill<std::int16_t>(out, data);
      break;
    case Element::i8:
      fill<std::int8_t>(out, data);
      break;
    case Element::u64:
      fill<std::uint64_t>(out, data);
      break;
    case Element::u32:
      fill<std::uint32_t>(out, data);
      break;
    case Element::u16:
      fill<std::uint16_t>(out, data);
      break;
    case Element::u8:
      fill<std::uint8_t>(out, data);
      break;
    case Element::boolean:
      fill<std::uint8_t>(out, data, [](std::uint8_t stored) { return stored ? 1.0 : 0.0; });
      break;
  }
  return out;
}

}  // namespace sextant::core
