// Broken copies of a valid file, for readers that must survive them.
#pragma once

#include <string>

#include "sextant/core/random.h"

/// Copy `number`: some bytes replaced, or cut off, or lengthened, or a digit exchanged.
inline std::string make_mutant(std::string content, std::uint32_t number) {
  const sextant::core::Random random(20240607, sextant::core::Stream::data, number);
  auto below = [&, next = std::uint64_t{0}](std::uint64_t bound) mutable { return random.below(next++, bound); };
  const std::uint64_t kind = below(8);
  if (kind == 0) return content.substr(0, below(content.size() + 1));
  if (kind == 1) return content + std::string(1 + below(16), static_cast<char>(below(256)));
  const std::uint64_t changes = 1 + below(kind < 5 ? 2 : 6);
  for (std::uint64_t i = 0; i < changes; ++i) {
    char& byte = content[below(content.size())];
    if (kind < 5 && byte >= '0' && byte <= '9')
      byte = static_cast<char>('0' + below(10));  // numbers that are believable and wrong
    else if (kind % 2 == 0)
      byte = static_cast<char>(byte ^ (1 << below(8)));
    else
      byte = static_cast<char>(below(256));
  }
  return content;
}
