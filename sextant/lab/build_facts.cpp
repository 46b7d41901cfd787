#include "sextant/lab/build_facts.h"

#include <dlfcn.h>
#include <dnnl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <zlib.h>

#include <Eigen/Core>

#include "sextant/core/environment.h"
#include "sextant/core/tree.h"
#include "sextant/lab/sweep/mpi_session.h"

namespace sextant::lab {
namespace {

/// It is looked for when a large matrix needs it, and so it may come and go without a new build.
std::string describe_openblas() {
  using GetConfig = const char*();
  void* const library = ::dlopen("libopenblas.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return "not found; eigenvectors of large matrices take longer (libopenblas0 has it)";
  auto* const get = reinterpret_cast<GetConfig*>(::dlsym(library, "openblas_get_config"));
  return get == nullptr ? "found" : fmt::format("found, {}", get());
}

std::string describe_mpi() {
  const std::string version = mpi_version();
  return version.empty() ? "no; mpirun needs a build with it (libopenmpi-dev)" : "yes, " + version;
}

std::string describe_libraries() {
  const auto* const products = ::dnnl_version();
  return fmt::format("oneDNN {}.{}.{}, Eigen {}.{}.{}, SQLite {}, zlib {}, fmt {}.{}.{}", products->major,
                     products->minor, products->patch, EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION,
                     ::sqlite3_libversion(), ::zlibVersion(), FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                     FMT_VERSION % 100);
}

}  // namespace

std::vector<BuildFact> build_facts() {
  return {{"precision", "float, double"},
          {"processor", environment_record().at("instruction_set").get<std::string>()},
          {"MPI", describe_mpi()},
          {"OpenBLAS", describe_openblas()},
          {"libraries", describe_libraries()}};
}

}  // namespace sextant::lab
