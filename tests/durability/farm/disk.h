// The shared directory of the farm, /farm/..., in memory, and what else a process asks of its machine: the calls of the
// code under test come here (disk_calls.cpp), each at a moment at which others may run, and may fail.
#pragma once

#include <string>

#include "fibers.h"

namespace farm {

/// How the file system of this seed behaves.
struct DiskFaults {
  enum class Locks { of_all, of_each_host, refused };
  Locks locks = Locks::of_all;
  bool shared = true;   // statfs names a network file system
  double no_space = 0;  // probability that a write or a new file is refused
  double stall = 0;     // probability per call that its process is suspended for minutes just before it; once
};

void begin_disk(const DiskFaults& faults);
/// From now on nothing fails any more.
void mend_disk();
/// Closes what the process had open; its locks with flock go with it.
void close_all(const Process& process);
/// A host starts anew.
void boot(int host);

/// When a live process of a host was born; never: there is none of that number (farm.cpp).
Time process_start(int host, int pid);

/// Outside of any process; empty where there is no such file.
std::string content_of(const std::string& path);
/// The last time that the file was touched.
Time touched(const std::string& path);

}  // namespace farm
