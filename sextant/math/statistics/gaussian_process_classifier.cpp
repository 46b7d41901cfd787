#include "sextant/math/statistics/gaussian_process_classifier.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/statistics/distributions.h"

namespace sextant::math {

// Moment matching for the probit likelihood, in natural parameters.
namespace {

Site operator+(Site a, Site b) { return {a.precision + b.precision, a.shift + b.shift}; }
Site operator-(Site a, Site b) { return {a.precision - b.precision, a.shift - b.shift}; }
Site operator*(double scale, Site a) { return {scale * a.precision, scale * a.shift}; }

Site from_moments(double mean, double variance) { return {1 / variance, mean / variance}; }

/// The site that gives `cavity` times Phi(sign f) its true mean and variance (Rasmussen & Williams, 3.58 and 3.59).
Site match_moments(Site cavity, double sign) {
  const double variance = 1 / cavity.precision;
  const double mean = cavity.shift * variance;
  const double root = std::sqrt(1 + variance);
  const double z = sign * mean / root;
  const double slope = normal_slope(z);
  const double matched_mean = mean + sign * variance * slope / root;
  const double matched_variance = variance - variance * variance * slope * (z + slope) / (1 + variance);
  return from_moments(matched_mean, matched_variance) - cavity;
}

/// log C, from: the integral of cavity times site is Phi(z).
double log_site_constant(Site cavity, Site site, double sign) {
  const Site both = cavity + site;
  const double z = sign * cavity.shift / cavity.precision / std::sqrt(1 + 1 / cavity.precision);
  return log_normal_probability(z) + 0.5 * std::log(both.precision / cavity.precision) -
         0.5 * (both.shift * both.shift / both.precision - cavity.shift * cavity.shift / cavity.precision);
}

}  // namespace

Site LabelSite::total() const {
  return static_cast<double>(counts_.positive) * positive_ + static_cast<double>(counts_.negative) * negative_;
}

void LabelSite::refit(double mean, double variance) {
  constexpr int passes = 4;
  const Site rest = from_moments(mean, variance) - total();
  const auto improve = [&](Site& site, Index count, double sign) {
    if (count == 0) return;
    const Site target = match_moments(rest + total() - site, sign);
    // Equal sites move together; a full step would overshoot.
    const double share = count == 1 ? 1 : 0.5;
    site = share * target + (1 - share) * site;
  };
  for (int pass = 0; pass < passes; ++pass) {
    improve(positive_, counts_.positive, 1);
    improve(negative_, counts_.negative, -1);
  }
}

double LabelSite::log_constant(double mean, double variance) const {
  const Site posterior = from_moments(mean, variance);
  double sum = 0;
  if (counts_.positive > 0)
    sum += static_cast<double>(counts_.positive) * log_site_constant(posterior - positive_, positive_, 1);
  if (counts_.negative > 0)
    sum += static_cast<double>(counts_.negative) * log_site_constant(posterior - negative_, negative_, -1);
  return sum;
}

// With T and n the precisions and shifts of the sites, R = T^1/2, B = 1 + R K R (Rasmussen & Williams 3.5.2, 3.6.1):
//   posterior covariance  K - K R B^-1 R K      posterior mean = covariance n      K^-1 mean = n - T mean
//   log evidence          sum log C - 1/2 log |B| + 1/2 n . mean
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

Eigen::Map<const Matrix> view_of(const Table& table) { return {table.values.data(), table.rows, table.columns}; }
Eigen::Map<const Vector> view_of(const std::vector<double>& values) {
  return {values.data(), static_cast<Index>(values.size())};
}

Table to_table(const Matrix& matrix) {
  Table table(matrix.rows(), matrix.cols());
  Eigen::Map<Matrix>(table.values.data(), table.rows, table.columns) = matrix;
  return table;
}

std::vector<double> to_list(const Vector& vector) { return {vector.begin(), vector.end()}; }

double matern(double r) {
  const double x = std::sqrt(5.0) * r;
  return (1 + x + x * x / 3) * std::exp(-x);
}

using Sites = std::vector<LabelSite>;

/// Replaces the sites of one point, which moves the whole posterior by a matrix of rank one (3.53 and 3.70).
/// Returns how much that changed.
double refit_site(LabelSite& site, Index i, Vector& mean, Eigen::MatrixXd& covariance) {
  const Site before = site.total();
  site.refit(mean[i], covariance(i, i));
  const double precision = site.total().precision - before.precision;
  const double shift = site.total().shift - before.shift;
  const Vector column = covariance.col(i);
  const double scale = 1 / (1 + precision * column[i]);
  mean += (shift - precision * mean[i]) * scale * column;
  covariance.noalias() -= precision * scale * column * column.transpose();
  return std::max(std::abs(precision), std::abs(shift));
}

void propagate_expectations(const Matrix& prior, Sites& sites) {
  constexpr int limit = 100;
  constexpr double tolerance = 1e-5;
  Vector mean = Vector::Zero(prior.rows());
  Eigen::MatrixXd covariance = prior;
  for (int sweep = 0; sweep < limit; ++sweep) {
    double change = 0;
    for (Index i = 0; i < prior.rows(); ++i)
      change = std::max(change, refit_site(sites[static_cast<std::size_t>(i)], i, mean, covariance));
    if (change < tolerance) break;
  }
}

}  // namespace

Table process_covariance(const Table& a, const Table& b, const ProcessScales& scales) {
  Table result(a.rows, b.rows);
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < b.rows; ++j) {
      double square = 0;
      for (Index c = 0; c < a.columns; ++c) {
        const double distance = (a(i, c) - b(j, c)) / scales.lengths[static_cast<std::size_t>(c)];
        square += distance * distance;
      }
      result(i, j) = scales.signal * scales.signal * (1 + matern(std::sqrt(square)));
    }
  return result;
}

GaussianProcessClassifier::GaussianProcessClassifier(Table points, std::span<const LabelCounts> counts,
                                                     ProcessScales scales)
    : points_(std::move(points)), scales_(std::move(scales)) {
  require(points_.rows == static_cast<Index>(counts.size()), "classifier: {} points, but {} labels", points_.rows,
          counts.size());
  require(points_.columns == static_cast<Index>(scales_.lengths.size()),
          "classifier: points have {} coordinates, but there are {} length scales", points_.columns,
          scales_.lengths.size());
  const Matrix prior = view_of(process_covariance(points_, points_, scales_));
  Sites sites(counts.begin(), counts.end());
  propagate_expectations(prior, sites);
  // Once more from the sites alone: the many small updates have gathered rounding.
  const Index n = prior.rows();
  Vector root(n), shift(n);
  for (Index i = 0; i < n; ++i) {
    const Site site = sites[static_cast<std::size_t>(i)].total();
    root[i] = std::sqrt(std::max(site.precision, 0.0));  // rounding only: Phi is log-concave
    shift[i] = site.shift;
  }
  Eigen::MatrixXd b = root.asDiagonal() * prior * root.asDiagonal();
  b.diagonal().array() += 1;
  const Matrix lower = b.llt().matrixL();
  const Eigen::MatrixXd scaled = root.asDiagonal() * prior;
  const Eigen::MatrixXd v = lower.triangularView<Eigen::Lower>().solve(scaled);
  const Vector mean = prior * shift - v.transpose() * (v * shift);
  const Vector variance = prior.diagonal() - v.colwise().squaredNorm().transpose();
  weights_ = to_list(shift - root.cwiseAbs2().cwiseProduct(mean));
  root_precisions_ = to_list(root);
  factor_ = to_table(lower);
  log_evidence_ = 0.5 * shift.dot(mean) - lower.diagonal().array().log().sum();
  for (Index i = 0; i < n; ++i) log_evidence_ += sites[static_cast<std::size_t>(i)].log_constant(mean[i], variance[i]);
}

LatentMarginals GaussianProcessClassifier::predict(const Table& points) const {
  const Table table = process_covariance(points_, points, scales_);
  const auto cross = view_of(table);  // (n, points)
  const Eigen::MatrixXd scaled = view_of(root_precisions_).asDiagonal() * cross;
  const Eigen::MatrixXd v = view_of(factor_).triangularView<Eigen::Lower>().solve(scaled);
  const double prior = 2 * scales_.signal * scales_.signal;
  return {to_list(cross.transpose() * view_of(weights_)),
          to_list((prior - v.colwise().squaredNorm().array()).max(1e-12 * prior).matrix().transpose())};
}

LatentGaussian GaussianProcessClassifier::predict_jointly(const Table& points) const {
  const Table table = process_covariance(points_, points, scales_);
  const auto cross = view_of(table);  // (n, points)
  const Eigen::MatrixXd scaled = view_of(root_precisions_).asDiagonal() * cross;
  const Eigen::MatrixXd v = view_of(factor_).triangularView<Eigen::Lower>().solve(scaled);
  const Table own = process_covariance(points, points, scales_);
  return {to_list(cross.transpose() * view_of(weights_)), to_table(view_of(own) - v.transpose() * v)};
}

}  // namespace sextant::math
