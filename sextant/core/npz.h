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
  /// Unpacked: the bytes of one .npy file. An Error where it claims to be larger than is plausible.
  std::string content(const std::string& name) const;
  /// The same, but at most so many bytes of its beginning.
  std::string beginning(const std::string& name, std::size_t bytes) const;
  /// Bytes of one .npy file, as the directory of the zip file says; an Error where that is not plausible.
  std::size_t size(const std::string& name) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sextant::core
