// The first split of GPT-2's tokeniser, before any merge: its pattern
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// as a hand-written scanner (Radford et al. 2019, encoder.py).
#pragma once

#include <string_view>

namespace sextant::data {

/// The length in bytes of the first match in `text`, which is well-formed UTF-8 and not empty.
std::size_t first_bpe_part(std::string_view text);

}  // namespace sextant::data
