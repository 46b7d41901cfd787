#include "sextant/core/memory.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace sextant::core {

void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

std::size_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key;)
    if (std::size_t kilobytes = 0; key == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  return 0;
}

std::size_t machine_memory() {
  const auto machine =
      static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::size_t group = 0;  // the file says "max" where there is no limit
  return std::ifstream("/sys/fs/cgroup/memory.max") >> group ? std::min(machine, group) : machine;
}

std::size_t available_memory() {
  std::size_t free = machine_memory();
  std::ifstream machine("/proc/meminfo");
  for (std::string key; machine >> key;)
    if (std::size_t kilobytes = 0; key == "MemAvailable:" && machine >> kilobytes)
      free = std::min(free, kilobytes * 1024);
  std::size_t limit = 0, used = 0;  // of the control group
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit && std::ifstream("/sys/fs/cgroup/memory.current") >> used)
    free = std::min(free, limit - std::min(limit, used));
  return free;
}

std::string memory_text(std::size_t bytes) {
  const auto megabytes = static_cast<double>(bytes) / 1e6;
  return megabytes < 1000 ? fmt::format("{:.0f} MB", megabytes) : fmt::format("{:.1f} GB", megabytes / 1000);
}

}  // namespace sextant::core
