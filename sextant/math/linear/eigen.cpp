#include "sextant/math/linear/eigen.h"

#include <dlfcn.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sextant/core/error.h"

namespace sextant::math {

namespace {

double canonical_sign(std::span<const double> vector) {
  double largest = 0;
  for (const double value : vector) largest = std::max(largest, std::abs(value));
  // Mirror images of an entry differ by rounding only; without the margin rounding would choose the sign.
  for (const double value : vector)
    if (std::abs(value) >= largest * (1 - 1e-8)) return value < 0 ? -1 : 1;
  return 1;
}

}  // namespace

EigenPairs solve_symmetric(const Table& matrix) {
  require(matrix.rows == matrix.columns && matrix.rows >= 1, "eigenvectors: expected a square matrix, given ({}, {})",
          matrix.rows, matrix.columns);
  const auto n = static_cast<std::size_t>(matrix.rows);
  EigenPairs result{std::vector<double>(n), Table(matrix.rows, matrix.rows)};
  std::vector<double> vectors = matrix.values;  // symmetric: rows are columns
  require(solve_in_place(vectors, result.values),
          "eigenvectors: no convergence for a matrix of {} rows; are all its entries finite?", matrix.rows);
  std::vector<double> signs(n);
  for (std::size_t k = 0; k < n; ++k) signs[k] = canonical_sign({vectors.data() + k * n, n});
  // Eight vectors at a time: the columns of a matrix with a power of two of rows fight for the same lines of the cache.
  for (std::size_t first = 0; first < n; first += 8)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = first; k < std::min(first + 8, n); ++k)
        result.vectors.values[i * n + k] = signs[k] * vectors[k * n + i];
  return result;
}

namespace {

constexpr std::size_t fewest_rows = 512;  // below, Eigen is about as fast

using Dsyevd = void(const char* vectors, const char* triangle, const int* n, double* matrix, const int* stride,
                    double* values, double* work, const int* work_size, int* integers, const int* integers_size,
                    int* fault);
using SetThreads = void(int threads);

/// LAPACK in OpenBLAS, loaded when it is first needed: it starts threads, which most runs shall never see.
struct Lapack {
  Dsyevd* dsyevd = nullptr;
  SetThreads* set_threads = nullptr;

  Lapack() {
    void* library = ::dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    dsyevd = reinterpret_cast<Dsyevd*>(::dlsym(library, "dsyevd_"));
    set_threads = reinterpret_cast<SetThreads*>(::dlsym(library, "openblas_set_num_threads"));
    if (set_threads == nullptr) dsyevd = nullptr;
  }
};

bool solve_by_lapack(const Lapack& lapack, std::span<double> matrix, std::span<double> values) {
  lapack.set_threads(1);  // bits must not depend on the machine's cores
  const int n = static_cast<int>(values.size()), ask = -1;
  int integers_size = 0, fault = 0;
  double work_size = 0;
  lapack.dsyevd("V", "L", &n, matrix.data(), &n, values.data(), &work_size, &ask, &integers_size, &ask, &fault);
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> integers(static_cast<std::size_t>(integers_size));
  const int work_count = static_cast<int>(work.size());
  lapack.dsyevd("V", "L", &n, matrix.data(), &n, values.data(), work.data(), &work_count, integers.data(),
                &integers_size, &fault);
  return fault == 0;
}

bool solve_by_eigen(std::span<double> matrix, std::span<double> values) {
  const auto n = static_cast<Index>(values.size());
  Eigen::Map<Eigen::MatrixXd> map(matrix.data(), n, n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(map);
  if (solver.info() != Eigen::Success) return false;
  map = solver.eigenvectors();
  Eigen::Map<Eigen::VectorXd>(values.data(), n) = solver.eigenvalues();
  return true;
}

}  // namespace

bool solve_in_place(std::span<double> matrix, std::span<double> values) {
  if (values.size() < fewest_rows) return solve_by_eigen(matrix, values);
  // What is not finite would make LAPACK loop or lie.
  if (!std::ranges::all_of(matrix, [](double value) { return std::isfinite(value); })) return false;
  static const Lapack lapack;
  return lapack.dsyevd ? solve_by_lapack(lapack, matrix, values) : solve_by_eigen(matrix, values);
}

}  // namespace sextant::math
