#include "sextant/results/store_repair.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "sextant/core/files.h"
#include "sextant/results/store_checksum.h"
#include "sextant/results/store_reader.h"

namespace sextant::results {

std::string move_damaged_store_aside(const SweepDirectory& directory) {
  const std::string store = directory.store();
  if (!file_exists(store)) return "";
  try {
    StoreReader(store).records(directory.runs());
    return "";
  } catch (const DamagedStore& damage) {
    std::error_code none;
    if (std::filesystem::is_empty(directory.runs(), none) || none)
      throw DamagedStore(fmt::format("{}; there are no run directories to make it from again", damage.what()));
    // The log and the index of the log belong to the file that they were written for.
    for (const char* suffix : {"-wal", "-shm", "-journal", ""})
      if (file_exists(store + suffix))
        require(std::rename((store + suffix).c_str(), (store + ".damaged" + suffix).c_str()) == 0,
                "{}; it cannot be moved aside: {}", damage.what(), std::strerror(errno));
    return fmt::format("{}; it was moved to {}.damaged and made again from the run directories", damage.what(), store);
  } catch (const Error&) {
    return "";  // another process is making it, or it is no store at all: whoever opens it for writing will say so
  }
}

}  // namespace sextant::results
