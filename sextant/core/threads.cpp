#include "sextant/core/threads.h"

#include <fmt/format.h>

#include <stdexcept>

namespace sextant::core {

void fail_to_start_thread(const std::system_error& error) {
  throw std::runtime_error(
      fmt::format("cannot start a thread: {}; lower train.threads or --jobs, or raise the limit on processes "
                  "(ulimit -u)",
                  error.code().message()));
}

}  // namespace sextant::core
