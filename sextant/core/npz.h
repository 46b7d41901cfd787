// NumPy's .npz: a zip file with an .npy file per array, stored or deflated.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sextant/core/npy.h"

namespace sextant::core {

class Npz {
 public:
  explicit Npz(const std::string& path);
  ~Npz();
  Npz(const Npz&) = delete;
  Npz& operator=(const Npz&) = delete;

  /// Without ".npy", in the order of the file.
  const std::vector<std::string>& names() const;
  /// Unpacked: the bytes of one .npy file.
  std::string content(const std::string& name) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sextant::core
