// HDF5: handles that close themselves, and the layout of a file before it is read.
#pragma once

#include <hdf5.h>

#include <string>

namespace sextant::data {

// An object of the HDF5 library, closed at the end of its scope.

class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Hdf5Handle() { close(); }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  operator hid_t() const { return id_; }
  bool good() const { return id_ >= 0; }
  void close() {
    if (id_ >= 0) close_(id_);
    id_ = -1;
  }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// Whether an HDF5 file is what it should be, before its numbers are read. External storage, external links and virtual
// datasets read other files, which nobody named and which the digest of a run's data does not cover; and a chunk is
// unpacked whole, however few of its numbers are asked for.

/// An Error that names the dataset or link which leads out of the file, or a dataset whose chunks are too large. The
/// caller holds hold_hdf5().
void require_sound_hdf5(const std::string& path);

}  // namespace sextant::data
