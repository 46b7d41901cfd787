// Whether what a file claims to hold may be believed. A compressed megabyte can stand for a gigabyte of zeros, and a
// header can name any size; memory is asked for only after this.
#pragma once

#include <cstddef>
#include <string>

namespace sextant::core {

/// An Error where `packed` bytes of a file claim to be `unpacked` bytes, which are both over a gigabyte and more than
/// 200 times as many, or where `needed` bytes of memory are more than there are. `who` is named in it.
void require_plausible_size(const std::string& who, std::size_t packed, std::size_t unpacked, std::size_t needed);

}  // namespace sextant::core
