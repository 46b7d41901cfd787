// What would be left of a directory if the power went now: write, fsync and rename of this program pass through here.
#pragma once

#include <string>
#include <vector>

namespace disk {

/// Forgets everything and watches `directory` from now on.
void watch(const std::string& directory);
/// Every moment at which a checkpoint or a result appeared before what it vouches for was on the disk.
const std::vector<std::string>& faults();
/// Calls of fsync.
long syncs();

}  // namespace disk
