#include "sextant/math/graph/partition.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/table.h"

namespace sextant::math {

namespace {

template <class Name>
Partition number(std::span<const Name> names) {
  std::map<Name, Index> numbers;
  Partition result;
  for (const Name& name : names)
    result.push_back(numbers.try_emplace(name, static_cast<Index>(numbers.size())).first->second);
  return result;
}

}  // namespace

Partition number_by_appearance(const Partition& any) { return number(std::span<const Index>(any)); }

Partition partition_by_name(std::span<const std::string> names) { return number(names); }

Index count_modules(const Partition& partition) {
  return partition.empty() ? 0 : *std::ranges::max_element(partition) + 1;
}

Partition reorder(const Partition& partition, std::span<const std::int32_t> order) {
  Partition result;
  for (const std::int32_t node : order) result.push_back(partition[static_cast<std::size_t>(node)]);
  return result;
}

namespace {

/// Nodes by their two modules: (modules of a, modules of b).
Table count_both(const Partition& a, const Partition& b) {
  require(a.size() == b.size() && !a.empty(), "agreement: expected two partitions of the same nodes, given {} and {}",
          a.size(), b.size());
  Table counts(count_modules(a), count_modules(b));
  for (std::size_t i = 0; i < a.size(); ++i) counts(a[i], b[i]) += 1;
  return counts;
}

struct Sums {
  std::vector<double> rows, columns;
};

Sums sums_of(const Table& counts) {
  Sums sums{std::vector<double>(static_cast<std::size_t>(counts.rows)),
            std::vector<double>(static_cast<std::size_t>(counts.columns))};
  for (Index i = 0; i < counts.rows; ++i)
    for (Index j = 0; j < counts.columns; ++j) {
      sums.rows[static_cast<std::size_t>(i)] += counts(i, j);
      sums.columns[static_cast<std::size_t>(j)] += counts(i, j);
    }
  return sums;
}

double pairs_in(const std::vector<double>& counts) {
  double pairs = 0;
  for (const double count : counts) pairs += count * (count - 1) / 2;
  return pairs;
}

double entropy(const std::vector<double>& counts, double total) {
  double sum = 0;
  for (const double count : counts)
    if (count > 0) sum -= count / total * std::log(count / total);
  return sum;
}

}  // namespace

double adjusted_rand_index(const Partition& a, const Partition& b) {
  const Table counts = count_both(a, b);
  const Sums sums = sums_of(counts);
  const double n = static_cast<double>(a.size());
  const double both = pairs_in(counts.values), in_a = pairs_in(sums.rows), in_b = pairs_in(sums.columns);
  const double expected = n > 1 ? in_a * in_b / (n * (n - 1) / 2) : 0;
  const double most = (in_a + in_b) / 2;
  if (most == expected) return 1;  // all in one module, or all alone, in both
  return (both - expected) / (most - expected);
}

double normalised_mutual_information(const Partition& a, const Partition& b) {
  const Table counts = count_both(a, b);
  const Sums sums = sums_of(counts);
  const double n = static_cast<double>(a.size());
  const double entropies = entropy(sums.rows, n) + entropy(sums.columns, n);
  if (entropies == 0) return 1;
  double information = 0;
  for (Index i = 0; i < counts.rows; ++i)
    for (Index j = 0; j < counts.columns; ++j)
      if (counts(i, j) > 0)
        information += counts(i, j) / n *
                       std::log(counts(i, j) * n / sums.rows[static_cast<std::size_t>(i)] /
                                sums.columns[static_cast<std::size_t>(j)]);
  return std::max(0.0, 2 * information / entropies);
}

}  // namespace sextant::math
