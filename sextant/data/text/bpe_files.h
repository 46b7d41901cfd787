// Byte-pair encoding: how text is split into words, and the files of merges.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sextant/core/index.h"
#include "sextant/data/text/pair_merges.h"

namespace sextant::data {

// The first split of GPT-2's tokeniser, before any merge: its pattern
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// as a hand-written scanner (Radford et al. 2019, encoder.py).

/// The length in bytes of the first match in `text`, which is well-formed UTF-8 and not empty.
std::size_t first_bpe_part(std::string_view text);

// The two files of a byte-level BPE: encoder.json (symbol to id) and vocab.bpe (the merges, most frequent first). In
// both a byte is written as a printable character: itself, or U+0100 and up for the others (" " is U+0120).

struct BpeFiles {
  std::array<std::int32_t, 256> byte_ids;  // of the single bytes
  PairMerges merges;
  Index size = 0;                           // every id is below
  std::optional<std::int32_t> end_of_text;  // <|endoftext|>
};

/// How a byte is written in both.
std::string written_byte(int byte);

BpeFiles read_bpe_files(const std::string& encoder, const std::string& merges);

}  // namespace sextant::data
