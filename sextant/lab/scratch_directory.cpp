// mkdtemp, and its end.
#include "sextant/lab/scratch_directory.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "sextant/core/error.h"

namespace sextant::lab {

ScratchDirectory::ScratchDirectory() {
  std::error_code ignored;
  const auto parent = std::filesystem::temp_directory_path(ignored);
  path_ = (parent / "sextant-XXXXXX").string();
  require(!ignored && ::mkdtemp(path_.data()) != nullptr, "{}: cannot create a temporary directory there: {}",
          parent.string(), ignored ? ignored.message() : std::strerror(errno));
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace sextant::lab
