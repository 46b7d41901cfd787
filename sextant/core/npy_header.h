// The header of an .npy file: magic, version, length, and a Python dictionary with 'descr', 'fortran_order' and
// 'shape'. (Format: numpy.lib.format; version 1 has a 2-byte header length, 2 and 3 have 4 bytes.)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/element.h"

namespace sextant::core {

struct NpyHeader {
  Element element = Element::f64;
  bool fortran_order = false;
  std::vector<Index> shape;
};

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// The dictionary alone; `who` is named in errors.
NpyHeader parse_npy_header(std::string_view text, const std::string& who);

/// A whole .npy file that lies in memory: the numbers are `count` elements at `data`.
struct NpyContent {
  NpyHeader header;
  const std::byte* data = nullptr;
  std::size_t count = 0;
};
/// The same of the beginning of a file of `bytes` bytes: `data` is not to be looked at.
NpyContent parse_npy_beginning(std::string_view beginning, std::size_t bytes, const std::string& who);
/// Bytes that the longest header takes with all that stands before it.
inline constexpr std::size_t longest_npy_beginning = 1 << 20;
/// An Error where the file is cut off or longer than its shape says.
NpyContent parse_npy(std::string_view content, const std::string& who);

/// How many numbers a shape holds; an Error where that is impossible.
std::size_t count_of_shape(const std::vector<Index>& shape, const std::string& who);

}  // namespace sextant::core
