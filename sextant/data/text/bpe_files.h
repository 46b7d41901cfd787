// Byte-pair encoding: how text is split into words, and the files of merges.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sextant/core/index.h"

namespace sextant::data {

// The first split of GPT-2's tokeniser, before any merge: its pattern
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// as a hand-written scanner (Radford et al. 2019, encoder.py).

/// The length in bytes of the first match in `text`, which is well-formed UTF-8 and not empty.
std::size_t first_bpe_part(std::string_view text);

// The two files of a byte-level BPE: encoder.json (symbol to id) and vocab.bpe (the merges, most frequent first). In
// both a byte is written as a printable character: itself, or U+0100 and up for the others (" " is U+0120).

struct BpeFiles {
  struct Merge {
    std::int32_t rank = 0;
    std::int32_t id = 0;  // of what comes out
  };
  std::array<std::int32_t, 256> byte_ids;           // of the single bytes
  std::unordered_map<std::uint64_t, Merge> merges;  // by the ids of left and right
  Index size = 0;                                   // every id is below
  std::optional<std::int32_t> end_of_text;          // <|endoftext|>

  static std::uint64_t key(std::int32_t left, std::int32_t right) {
    return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
  }
  const Merge* find(std::int32_t left, std::int32_t right) const {
    const auto found = merges.find(key(left, right));
    return found == merges.end() ? nullptr : &found->second;
  }
};

BpeFiles read_bpe_files(const std::string& encoder, const std::string& merges);

}  // namespace sextant::data
