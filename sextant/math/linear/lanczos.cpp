#include "sextant/math/linear/lanczos.h"

// Spectra's own casts between signed and unsigned are not ours to mend.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include <Spectra/SymEigsSolver.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

constexpr Index most_restarts = 1000;
constexpr double tolerance = 1e-12;

class Product {
 public:
  using Scalar = double;
  Product(Index n, const MatrixProduct& product) : n_(n), product_(product) {}
  Eigen::Index rows() const { return n_; }
  Eigen::Index cols() const { return n_; }
  void perform_op(const double* vector, double* result) const {
    product_({vector, static_cast<std::size_t>(n_)}, {result, static_cast<std::size_t>(n_)});
  }

 private:
  Index n_;
  const MatrixProduct& product_;
};

Spectra::SymEigsSolver<Product> solve(Product& matrix, Index count, Spectra::SortRule rule) {
  const Index n = matrix.rows();
  require(count >= 1 && count < n, "eigenpairs: {} of a matrix of {} rows requested, expected 1 to {}", count, n,
          n - 1);
  Spectra::SymEigsSolver<Product> solver(matrix, count, std::min(n, std::max<Index>(2 * count + 1, 20)));
  solver.init();
  solver.compute(rule, most_restarts, tolerance);
  require(solver.info() == Spectra::CompInfo::Successful,
          "eigenpairs: Lanczos found fewer than {} of a matrix of {} rows; request fewer", count, n);
  return solver;
}

}  // namespace

LeadingPairs largest_eigenpairs(Index n, const MatrixProduct& product, Index count) {
  Product matrix(n, product);
  const auto solver = solve(matrix, count, Spectra::SortRule::LargestAlge);
  const Eigen::MatrixXd vectors = solver.eigenvectors();
  LeadingPairs pairs{{}, Table(n, count)};
  for (Index k = 0; k < count; ++k) {
    pairs.values.push_back(solver.eigenvalues()[k]);
    const double nearly_largest = vectors.col(k).cwiseAbs().maxCoeff() * (1 - 1e-8);
    Index first = 0;
    while (std::abs(vectors(first, k)) < nearly_largest) ++first;
    const double sign = vectors(first, k) < 0 ? -1 : 1;
    for (Index i = 0; i < n; ++i) pairs.vectors(i, k) = sign * vectors(i, k);
  }
  return pairs;
}

double smallest_eigenvalue(Index n, const MatrixProduct& product) {
  Product matrix(n, product);
  return solve(matrix, 1, Spectra::SortRule::SmallestAlge).eigenvalues()[0];
}

}  // namespace sextant::math
