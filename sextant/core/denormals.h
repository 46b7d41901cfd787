// What the processor does with numbers too small to be normal (below 1e-38 in float): small
// initialisations meet them, and computing with them is slow. The policy is set and recorded.
#pragma once

#include <string_view>

namespace sextant::core {

enum class Denormals { flush, keep };

const char* name_of(Denormals denormals);  // "flush", "keep"
/// The policy of a name; an Error lists the names.
Denormals denormals_of(std::string_view name);

/// Holds for the calling thread while it lives; then what held before returns. Every thread of a run
/// needs its own.
class DenormalPolicy {
 public:
  explicit DenormalPolicy(Denormals denormals);
  ~DenormalPolicy();
  DenormalPolicy(const DenormalPolicy&) = delete;
  DenormalPolicy& operator=(const DenormalPolicy&) = delete;

 private:
  unsigned before_;
};

}  // namespace sextant::core
