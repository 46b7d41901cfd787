// Tokens that stand at many positions go through dense products, block by block; the long tail through sparse outer
// products, whose cost is the square of the positions of a token.
#include "sextant/stress/hellinger_gram.h"

#include <Eigen/Core>
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"

namespace sextant::stress {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Panel = Eigen::Map<RowMajor, 0, Eigen::OuterStride<>>;

constexpr Index dense_share = 4;     // a token is frequent where it stands at more than a quarter of the positions
constexpr Index block_tokens = 256;  // of one dense product

bool is_frequent(const RootMatrices& roots, std::size_t token) {
  return static_cast<Index>(roots.start(token + 1) - roots.start(token)) * dense_share > roots.positions();
}

/// Column k of a block of S, positions from `first` on.
void fill_column(const TokenRoots& roots, const double* values, Index first, Index k, Eigen::MatrixXd& block) {
  for (std::size_t i = 0; i < roots.size; ++i) block(roots.places[i] - first, k) = values[i];
}

void add_dense(const GramTerm& term, std::span<const std::size_t> tokens, Index first, Panel& to) {
  const Index rows = term.roots->positions() - first;
  TokenRoots roots(term.roots->positions());
  DropBehind behind(*term.roots);
  for (std::size_t at = 0; at < tokens.size(); at += block_tokens) {
    look_for_stop();
    const auto block = tokens.subspan(at, std::min<std::size_t>(block_tokens, tokens.size() - at));
    const auto columns = static_cast<Index>(block.size());
    Eigen::MatrixXd left = Eigen::MatrixXd::Zero(rows, columns), right;
    if (!term.roots->alike()) right = left;
    for (Index k = 0; k < columns; ++k) {
      const std::size_t token = block[static_cast<std::size_t>(k)];
      term.roots->load(token, first, roots);
      fill_column(roots, roots.left, first, k, left);
      if (!term.roots->alike()) fill_column(roots, roots.right, first, k, right);
      behind.pass(term.roots->start(token + 1));
    }
    if (term.roots->alike()) {
      to.noalias() += term.weight * (left.topRows(to.rows()) * left.transpose());
      continue;
    }
    to.noalias() += 0.5 * term.weight * (left.topRows(to.rows()) * right.transpose());
    to.noalias() += 0.5 * term.weight * (right.topRows(to.rows()) * left.transpose());
  }
}

/// One token, whose roots are those at positions >= first.
void add_sparse(const GramTerm& term, const TokenRoots& roots, Index first, Panel& to) {
  const Index last = first + to.rows();
  for (std::size_t i = 0; i < roots.size && roots.places[i] < last; ++i) {
    double* row = &to(roots.places[i] - first, 0) - first;  // of the whole matrix: column t is row[t]
    if (term.roots->alike()) {
      const double one = term.weight * roots.left[i];
      for (std::size_t j = i; j < roots.size; ++j) row[roots.places[j]] += one * roots.left[j];
      continue;
    }
    const double left = 0.5 * term.weight * roots.left[i];
    const double right = 0.5 * term.weight * roots.right[i];
    for (std::size_t j = i; j < roots.size; ++j) row[roots.places[j]] += left * roots.right[j] + right * roots.left[j];
  }
}

/// Calls visit(roots) for every token.
template <class Visit>
void visit_tokens(const RootMatrices& matrices, const Visit& visit) {
  TokenRoots roots(matrices.positions());
  DropBehind behind(matrices);
  for (std::size_t token = 0; token < matrices.tokens(); ++token) {
    look_for_stop();
    matrices.load(token, 0, roots);
    visit(roots);
    behind.pass(matrices.start(token + 1));
  }
}

}  // namespace

HellingerGram::HellingerGram(std::vector<GramTerm> terms) : terms_(std::move(terms)) {
  require(!terms_.empty(), "Gram matrix: expected at least one term");
}

std::size_t HellingerGram::entries() const { return terms_.front().roots->start(terms_.front().roots->tokens()); }

std::vector<double> HellingerGram::diagonal() const {
  std::vector<double> result(static_cast<std::size_t>(count()), 0.0);
  for (const auto& term : terms_)
    visit_tokens(*term.roots, [&](const TokenRoots& roots) {
      for (std::size_t i = 0; i < roots.size; ++i)
        result[static_cast<std::size_t>(roots.places[i])] += term.weight * roots.left[i] * roots.right[i];
    });
  return result;
}

void HellingerGram::fill_rows(Index first, View<double> rows) const {
  Panel to(rows.data + first, rows.rows, count() - first, Eigen::OuterStride<>(rows.stride));
  to.setZero();
  TokenRoots roots(count());
  for (const auto& term : terms_) {
    std::vector<std::size_t> frequent;
    DropBehind behind(*term.roots);
    for (std::size_t token = 0; token < term.roots->tokens(); ++token) {
      if (is_frequent(*term.roots, token)) {
        frequent.push_back(token);
        continue;
      }
      look_for_stop();
      term.roots->load(token, first, roots);
      add_sparse(term, roots, first, to);
      behind.pass(term.roots->start(token + 1));
    }
    add_dense(term, frequent, first, to);
  }
  // Sparse products filled only the upper triangle of the square at the panel's head, dense ones all of it.
  for (Index i = 0; i < to.rows(); ++i)
    for (Index j = 0; j < i; ++j) to(i, j) = to(j, i);
}

void HellingerGram::apply(std::span<const double> vector, std::span<double> result) const {
  std::ranges::fill(result, 0.0);
  for (const auto& term : terms_)
    visit_tokens(*term.roots, [&](const TokenRoots& roots) {
      double by_left = 0, by_right = 0;  // S^T v
      for (std::size_t i = 0; i < roots.size; ++i) {
        by_left += roots.left[i] * vector[static_cast<std::size_t>(roots.places[i])];
        by_right += roots.right[i] * vector[static_cast<std::size_t>(roots.places[i])];
      }
      by_left *= 0.5 * term.weight;
      by_right *= 0.5 * term.weight;
      for (std::size_t i = 0; i < roots.size; ++i)
        result[static_cast<std::size_t>(roots.places[i])] += roots.left[i] * by_right + roots.right[i] * by_left;
    });
}

}  // namespace sextant::stress
