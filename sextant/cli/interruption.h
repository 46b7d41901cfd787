// SIGINT and SIGTERM as a wish: the step at hand is finished, then the run stops. A second one, a while later, kills.
#pragma once

namespace sextant {

class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// 0, or the signal that came.
  static int signal();
};

}  // namespace sextant
