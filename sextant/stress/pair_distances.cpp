#include "sextant/stress/pair_distances.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"
#include "sextant/stress/corpus_counts.h"
#include "sextant/stress/hellinger_gram.h"

namespace sextant::stress {

namespace {

class OfTable final : public PairDistances {
 public:
  explicit OfTable(Table table) : table_(std::move(table)) {}
  Index count() const override { return table_.rows; }
  void fill_rows(Index first, View<double> rows) const override {
    for (Index i = 0; i < rows.rows; ++i)
      std::copy_n(&table_.values[static_cast<std::size_t>((first + i) * table_.columns)], table_.columns, rows.row(i));
  }

 private:
  Table table_;
};

// Differences are squared one by one: |x|^2 + |y|^2 - 2 xy would lose the small distances of a long line.
class OfVectors final : public PairDistances {
 public:
  explicit OfVectors(const Table& vectors) : turned_(vectors.columns, vectors.rows) {
    for (Index i = 0; i < vectors.rows; ++i)
      for (Index j = 0; j < vectors.columns; ++j) turned_(j, i) = vectors(i, j);
  }
  Index count() const override { return turned_.columns; }
  void fill_rows(Index first, View<double> rows) const override {
    for (Index from = first; from < count(); from += tile)
      for (Index i = 0; i < rows.rows; ++i) {
        look_for_stop();
        fill(first + i, rows.row(i), from, std::min(count(), from + tile));
      }
  }

 private:
  static constexpr Index tile = 256;  // columns: their coordinates stay in the cache while rows go by

  void fill(Index s, double* row, Index from, Index to) const {
    std::fill(row + from, row + to, 0.0);
    for (Index axis = 0; axis < turned_.rows; ++axis) {
      const double* x = &turned_.values[static_cast<std::size_t>(axis * turned_.columns)];
      const double here = x[s];
#pragma GCC ivdep
      for (Index t = from; t < to; ++t) row[t] += (x[t] - here) * (x[t] - here);
    }
#pragma GCC ivdep
    for (Index t = from; t < to; ++t) row[t] = std::sqrt(row[t]);
  }

  Table turned_;  // (width, n)
};

class OfGram final : public PairDistances {
 public:
  explicit OfGram(HellingerGram gram) : gram_(std::move(gram)), diagonal_(gram_.diagonal()) {}
  Index count() const override { return gram_.count(); }
  void fill_rows(Index first, View<double> rows) const override {
    gram_.fill_rows(first, rows);
    for (Index i = 0; i < rows.rows; ++i) {
      const double here = diagonal_[static_cast<std::size_t>(first + i)];
      double* row = rows.row(i);
      for (Index t = first; t < count(); ++t)
        row[t] = distance_of_products(here, diagonal_[static_cast<std::size_t>(t)], row[t]);
      row[first + i] = 0;
    }
  }

 private:
  HellingerGram gram_;
  std::vector<double> diagonal_;
};

class OfLags final : public PairDistances {
 public:
  explicit OfLags(std::vector<double> by_lag) : by_lag_(std::move(by_lag)) {}
  Index count() const override { return static_cast<Index>(by_lag_.size()); }
  void fill_rows(Index first, View<double> rows) const override {
    for (Index i = 0; i < rows.rows; ++i) std::copy_n(by_lag_.data(), count() - first - i, rows.row(i) + first + i);
  }

 private:
  std::vector<double> by_lag_;
};

}  // namespace

// Positions of one distribution have equal products up to rounding; its root, 1e-8, would be a distance.
double distance_of_products(double own, double other, double both) {
  const double square = own + other - 2 * both;
  return square > 1e-14 * (own + other) ? std::sqrt(square) : 0;
}

Table PairDistances::table() const {
  Table result(count(), count());
  fill_rows(0, result.view());
  for (Index s = 0; s < count(); ++s) {
    result(s, s) = 0;
    for (Index t = 0; t < s; ++t) result(s, t) = result(t, s);
  }
  return result;
}

Index panel_rows(Index count) { return std::clamp<Index>((Index{1} << 21) / std::max<Index>(count, 1), 64, 256); }

std::unique_ptr<PairDistances> distances_of_table(Table distances) {
  require(distances.rows == distances.columns && distances.rows >= 2,
          "distances: expected a square matrix of two or more positions, given ({}, {})", distances.rows,
          distances.columns);
  return std::make_unique<OfTable>(std::move(distances));
}

std::unique_ptr<PairDistances> distances_of_vectors(const Table& vectors) {
  return std::make_unique<OfVectors>(vectors);
}

std::unique_ptr<PairDistances> distances_of_gram(HellingerGram gram) {
  return std::make_unique<OfGram>(std::move(gram));
}

std::unique_ptr<PairDistances> distances_of_lags(std::vector<double> by_lag) {
  return std::make_unique<OfLags>(std::move(by_lag));
}

std::unique_ptr<PairDistances> equal_distances(Index count, double distance) {
  std::vector<double> by_lag(static_cast<std::size_t>(count), distance);
  by_lag[0] = 0;
  return distances_of_lags(std::move(by_lag));
}

Table word_distances(const WordRows& rows, const std::string& estimator, std::uint64_t seed) {
  require(estimator == "cross_half" || estimator == "plug_in",
          "estimator '{}': expected cross_half or plug_in; `sextant stress` has more", estimator);
  const Index splits = estimator == "cross_half" ? 4 : 0;
  PositionCounter counter(rows.length, splits + 1);
  std::vector<std::uint32_t> weights(static_cast<std::size_t>(splits) + 1, 1);
  for (Index i = 0; i < rows.count(); ++i) {
    const std::uint32_t halves = halves_of_document(seed, rows.documents[static_cast<std::size_t>(i)]);
    for (Index split = 0; split < splits; ++split)
      weights[static_cast<std::size_t>(split) + 1] = (halves >> split) & 1u;
    counter.add(rows.row(i), weights);
  }
  const PositionCounts counts = counter.take();
  HellingerGram gram(splits > 0 ? cross_half_terms(counts) : std::vector<GramTerm>{plug_in_term(counts)});
  return distances_of_gram(std::move(gram))->table();
}

}  // namespace sextant::stress
