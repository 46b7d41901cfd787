// The number types that stand in files of other programs, and their way into doubles.
#pragma once

#include <cstddef>
#include <vector>

#include "sextant/core/real.h"

namespace sextant {

enum class Element { f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, boolean };

std::size_t bytes_of(Element element);

/// `count` little-endian numbers at `data`, which need not be aligned. Integers beyond 2^53 are rounded.
std::vector<double> read_elements(Element element, const std::byte* data, std::size_t count);

/// IEEE 754 half precision, exactly.
double half_to_double(std::uint16_t bits);
/// The upper half of a float.
double bfloat_to_double(std::uint16_t bits);

}  // namespace sextant
