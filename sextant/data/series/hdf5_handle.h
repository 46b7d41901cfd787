// An object of the HDF5 library, closed at the end of its scope.
#pragma once

#include <hdf5.h>

namespace sextant::data {

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

}  // namespace sextant::data
