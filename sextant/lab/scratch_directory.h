// A directory for the time of a check: made under a new name, removed with everything in it.
#pragma once

#include <string>

#include "sextant/core/index.h"

namespace sextant::lab {

class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace sextant::lab
