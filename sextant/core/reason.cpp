#include "sextant/core/reason.h"

#include <new>

namespace sextant::core {

const char* reason_of(const std::exception& error) noexcept {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return "not enough memory; use a smaller model, batch or corpus, fewer jobs (-j) or threads, or raise the limit "
           "(ulimit -v)";
  return error.what();
}

}  // namespace sextant::core
