// Numbers on their way into a tensor of a given type: F64, F32, F16 or BF16, rounded to the nearest (ties to even).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sextant::core {

/// Little-endian bytes. An Error, which `who` begins, for other types and for numbers that the type cannot hold.
std::vector<std::byte> tensor_bytes(const std::string& dtype, std::span<const double> values, const std::string& who);

/// IEEE 754 half precision; beyond its range infinity.
std::uint16_t double_to_half(double value);
/// The upper half of a float.
std::uint16_t double_to_bfloat(double value);

}  // namespace sextant::core
