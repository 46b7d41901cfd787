// Tokens that stand at many positions go through dense products, block by block; the long tail through sparse outer
// products, whose cost is the square of the positions of a token.
#include "sextant/math/geometry/hellinger_gram.h"

#include <Eigen/Core>
#include <algorithm>

#include "sextant/core/error.h"

namespace sextant {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Panel = Eigen::Map<RowMajor, 0, Eigen::OuterStride<>>;

constexpr Index dense_share = 4;     // a token is frequent where it stands at more than a quarter of the positions
constexpr Index block_tokens = 256;  // of one dense product

struct Entries {
  std::size_t begin, end;
};

/// The entries of a token at positions >= first.
Entries entries_from(const TokenPattern& pattern, std::size_t token, Index first) {
  const auto begin = pattern.places.begin();
  const auto from = begin + static_cast<std::ptrdiff_t>(pattern.starts[token]);
  const auto end = begin + static_cast<std::ptrdiff_t>(pattern.starts[token + 1]);
  return {static_cast<std::size_t>(std::lower_bound(from, end, static_cast<std::int32_t>(first)) - begin),
          static_cast<std::size_t>(end - begin)};
}

bool is_frequent(const TokenPattern& pattern, std::size_t token) {
  return static_cast<Index>(pattern.starts[token + 1] - pattern.starts[token]) * dense_share > pattern.positions;
}

/// Columns of S for a block of tokens, positions from `first` on.
Eigen::MatrixXd dense_block(const TokenPattern& pattern, const std::vector<double>& values,
                            std::span<const std::size_t> tokens, Index first) {
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(pattern.positions - first, static_cast<Index>(tokens.size()));
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const Entries entries = entries_from(pattern, tokens[k], first);
    for (std::size_t entry = entries.begin; entry < entries.end; ++entry)
      block(pattern.places[entry] - first, static_cast<Index>(k)) = values[entry];
  }
  return block;
}

void add_dense(const GramTerm& term, std::span<const std::size_t> tokens, Index first, Panel& to) {
  for (std::size_t at = 0; at < tokens.size(); at += block_tokens) {
    const auto block = tokens.subspan(at, std::min<std::size_t>(block_tokens, tokens.size() - at));
    const Eigen::MatrixXd left = dense_block(*term.pattern, term.left, block, first);
    if (term.right.empty()) {
      to.noalias() += term.weight * (left.topRows(to.rows()) * left.transpose());
      continue;
    }
    const Eigen::MatrixXd right = dense_block(*term.pattern, term.right, block, first);
    to.noalias() += 0.5 * term.weight * (left.topRows(to.rows()) * right.transpose());
    to.noalias() += 0.5 * term.weight * (right.topRows(to.rows()) * left.transpose());
  }
}

void add_sparse(const GramTerm& term, std::size_t token, Index first, Panel& to) {
  const auto& places = term.pattern->places;
  const Entries entries = entries_from(*term.pattern, token, first);
  const Index last = first + to.rows();
  for (std::size_t i = entries.begin; i < entries.end && places[i] < last; ++i) {
    double* row = &to(places[i] - first, 0) - first;  // of the whole matrix: column t is row[t]
    if (term.right.empty()) {
      const double one = term.weight * term.left[i];
      for (std::size_t j = i; j < entries.end; ++j) row[places[j]] += one * term.left[j];
      continue;
    }
    const double left = 0.5 * term.weight * term.left[i];
    const double right = 0.5 * term.weight * term.right[i];
    for (std::size_t j = i; j < entries.end; ++j) row[places[j]] += left * term.right[j] + right * term.left[j];
  }
}

}  // namespace

HellingerGram::HellingerGram(std::vector<GramTerm> terms) : terms_(std::move(terms)) {
  require(!terms_.empty(), "gram matrix: at least one term is needed");
}

std::size_t HellingerGram::entries() const { return terms_.front().pattern->places.size(); }

std::vector<double> HellingerGram::diagonal() const {
  std::vector<double> result(static_cast<std::size_t>(count()), 0.0);
  for (const auto& term : terms_)
    for (std::size_t entry = 0; entry < term.left.size(); ++entry)
      result[static_cast<std::size_t>(term.pattern->places[entry])] +=
          term.weight * term.left[entry] * (term.right.empty() ? term.left : term.right)[entry];
  return result;
}

void HellingerGram::fill_rows(Index first, View<double> rows) const {
  Panel to(rows.data + first, rows.rows, count() - first, Eigen::OuterStride<>(rows.stride));
  to.setZero();
  for (const auto& term : terms_) {
    std::vector<std::size_t> frequent;
    for (std::size_t token = 0; token + 1 < term.pattern->starts.size(); ++token)
      if (is_frequent(*term.pattern, token))
        frequent.push_back(token);
      else
        add_sparse(term, token, first, to);
    add_dense(term, frequent, first, to);
  }
  // Sparse products filled only the upper triangle of the square at the panel's head, dense ones all of it.
  for (Index i = 0; i < to.rows(); ++i)
    for (Index j = 0; j < i; ++j) to(i, j) = to(j, i);
}

void HellingerGram::apply(std::span<const double> vector, std::span<double> result) const {
  std::ranges::fill(result, 0.0);
  for (const auto& term : terms_) {
    const auto& places = term.pattern->places;
    const auto& right = term.right.empty() ? term.left : term.right;
    for (std::size_t token = 0; token + 1 < term.pattern->starts.size(); ++token) {
      double by_left = 0, by_right = 0;  // S^T v
      for (std::size_t entry = term.pattern->starts[token]; entry < term.pattern->starts[token + 1]; ++entry) {
        by_left += term.left[entry] * vector[static_cast<std::size_t>(places[entry])];
        by_right += right[entry] * vector[static_cast<std::size_t>(places[entry])];
      }
      by_left *= 0.5 * term.weight;
      by_right *= 0.5 * term.weight;
      for (std::size_t entry = term.pattern->starts[token]; entry < term.pattern->starts[token + 1]; ++entry)
        result[static_cast<std::size_t>(places[entry])] += term.left[entry] * by_right + right[entry] * by_left;
    }
  }
}

}  // namespace sextant
