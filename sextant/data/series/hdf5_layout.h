// Whether an HDF5 file is what it should be, before its numbers are read. External storage, external links and virtual
// datasets read other files, which nobody named and which the digest of a run's data does not cover; and a chunk is
// unpacked whole, however few of its numbers are asked for.
#pragma once

#include <string>

namespace sextant::data {

/// An Error that names the dataset or link which leads out of the file, or a dataset whose chunks are too large. The
/// caller holds hold_hdf5().
void require_sound_hdf5(const std::string& path);

}  // namespace sextant::data
