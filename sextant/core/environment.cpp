// Facts of the build come from definitions (CMakeLists.txt) and the compiler; of the machine from Linux.
#include "sextant/core/environment.h"

#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include "sextant/core/code_version.h"
#include "sextant/core/error.h"
#include "sextant/core/product_instructions.h"
#include "sextant/core/tree.h"

#ifndef SEXTANT_VERSION
#define SEXTANT_VERSION "unknown"
#endif
#ifndef SEXTANT_COMMIT
#define SEXTANT_COMMIT "unknown"
#endif

namespace sextant::core {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

// Equal bytes are promised per instruction set, so the record names it, and that of products where it is another.
std::string instruction_set() {
  const std::string own = compiled_instructions(), products = product_instructions();
  return own == products ? own : fmt::format("{} with {} products", own, products);
}

// The text after ':' or '=' of the first line that begins with `key`.
std::string line_value(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const auto mark = line.find_first_of(":=");
    const auto first = line.find_first_not_of(" \t\"", mark == std::string::npos ? mark : mark + 1);
    if (first == std::string::npos) break;
    return line.substr(first, line.find_last_not_of(" \t\"") - first + 1);
  }
  return "unknown";
}

std::string operating_system() {
  struct utsname names {};
  if (::uname(&names) != 0) return "unknown";
  return fmt::format("{} {} {} ({})", names.sysname, names.release, names.machine,
                     line_value("/etc/os-release", "PRETTY_NAME"));
}

}  // namespace

std::string version_text() {
  return fmt::format("sextant {}, commit {}, engine {}, {}, {}", SEXTANT_VERSION, SEXTANT_COMMIT, engine_version(),
                     compiler(), instruction_set());
}

Tree environment_record() {
  Tree record = Tree::object();
  record["version"] = SEXTANT_VERSION;
  record["commit"] = SEXTANT_COMMIT;
  record["engine"] = engine_version();
  record["compiler"] = compiler();
  record["instruction_set"] = instruction_set();
  record["processor"] = line_value("/proc/cpuinfo", "model name");
  record["cores"] = static_cast<Index>(std::thread::hardware_concurrency());
  record["system"] = operating_system();
  return record;
}

}  // namespace sextant::core
