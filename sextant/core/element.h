// The number types that stand in files of other programs, and their way into doubles.
#pragma once

#include <cstddef>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::core {

enum class Element { f64, f32, f16, bf16, f8_e4m3, f8_e5m2, f8_e8m0, i64, i32, i16, i8, u64, u32, u16, u8, boolean };

std::size_t bytes_of(Element element);
/// Whole numbers, not counting truth values.
bool is_integer(Element element);

/// `count` little-endian numbers at `data`, which need not be aligned. Integers beyond 2^53 are rounded.
std::vector<double> read_elements(Element element, const std::byte* data, std::size_t count);

/// IEEE 754 half precision, exactly.
double half_to_double(std::uint16_t bits);
/// The upper half of a float.
double bfloat_to_double(std::uint16_t bits);
/// The 8-bit floats of the Open Compute Project (OFP8 and MX, 2023): E4M3 has no infinity and one NaN, E5M2 is the
/// upper half of a half, E8M0 is a power of two.
double e4m3_to_double(std::uint8_t bits);
double e5m2_to_double(std::uint8_t bits);
double e8m0_to_double(std::uint8_t bits);

}  // namespace sextant::core
