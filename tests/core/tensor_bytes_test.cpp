// Numbers into half precision and back: every one of them, and what lies between two goes to the nearest, ties to even.
#include "sextant/core/tensor_bytes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "sextant/core/element.h"
#include "sextant/core/error.h"

namespace sextant::test {
namespace {

template <class ToBits, class ToDouble>
void check_format(ToBits to_bits, ToDouble to_double, std::uint16_t infinity) {
  for (std::uint32_t i = 0; i < infinity; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const double value = to_double(bits);
    ASSERT_EQ(to_bits(value), bits) << value;
    ASSERT_EQ(to_bits(-value), static_cast<std::uint16_t>(bits | 0x8000)) << value;
    if (i + 1 == infinity) continue;
    const double next = to_double(static_cast<std::uint16_t>(i + 1));
    const double middle = 0.5 * (value + next);
    const auto even = static_cast<std::uint16_t>(i + (i & 1));
    ASSERT_EQ(to_bits(middle), even) << middle;
    ASSERT_EQ(to_bits(std::nextafter(middle, 0)), bits) << middle;
    ASSERT_EQ(to_bits(std::nextafter(middle, 1e40)), static_cast<std::uint16_t>(i + 1)) << middle;
  }
  EXPECT_EQ(to_bits(1e300), infinity);
  EXPECT_TRUE(std::isnan(to_double(to_bits(NAN))));
}

TEST(TensorBytes, HalfIsRoundedToTheNearest) { check_format(double_to_half, half_to_double, 0x7c00); }

TEST(TensorBytes, BfloatIsRoundedToTheNearest) { check_format(double_to_bfloat, bfloat_to_double, 0x7f80); }

TEST(TensorBytes, AreReadBackAsTheyWereWritten) {
  const std::vector<double> values = {0, -1.5, 0.25, 1024};
  for (const auto& [dtype, element] : std::vector<std::pair<std::string, Element>>{
           {"F64", Element::f64}, {"F32", Element::f32}, {"F16", Element::f16}, {"BF16", Element::bf16}}) {
    const auto bytes = tensor_bytes(dtype, values, "test");
    EXPECT_EQ(read_elements(element, bytes.data(), values.size()), values) << dtype;
  }
}

TEST(TensorBytes, WhatATypeCannotHoldIsRefused) {
  EXPECT_THROW(tensor_bytes("F16", std::vector<double>{70000}, "test"), Error);
  EXPECT_THROW(tensor_bytes("F32", std::vector<double>{1e39}, "test"), Error);
  EXPECT_THROW(tensor_bytes("F64", std::vector<double>{NAN}, "test"), Error);
  EXPECT_THROW(tensor_bytes("I64", std::vector<double>{1}, "test"), Error);
}

}  // namespace
}  // namespace sextant::test
