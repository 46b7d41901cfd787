// The ids of texts that were seen before: words repeat, so most of tokenising is looking them up. Holds a bounded
// number of short texts and never forgets; what comes later is split anew.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sextant::data {

class TokenCache {
 public:
  TokenCache();

  /// Adds the ids of `text` where they are known.
  bool add_known(std::string_view text, std::vector<std::int32_t>& ids) const;
  void remember(std::string_view text, std::span<const std::int32_t> ids);

 private:
  struct Slot {
    std::uint64_t hash = 0;   // 0: empty
    std::uint32_t text = 0;   // in texts_
    std::uint32_t first = 0;  // in ids_
    std::uint16_t length = 0;
    std::uint16_t count = 0;
  };
  std::size_t find(std::string_view text, std::uint64_t hash) const;
  void grow();

  std::vector<Slot> slots_;  // open addressing
  std::size_t used_ = 0;
  std::string texts_;
  std::vector<std::int32_t> ids_;
};

}  // namespace sextant::data
