// What files and simulations have in common: sharing, orders of variables, graphs.
#include "sextant/data/series/prepared_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>

#include "sextant/core/random.h"

namespace sextant::data {

std::shared_ptr<const PreparedRows> share_rows(const std::string& name, const std::function<PreparedRows()>& make) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const PreparedRows>> made;
  static std::shared_ptr<const PreparedRows> last;  // runs of a sweep that follow each other find it here
  const std::lock_guard lock(mutex);                // who asks for what is being made waits for it
  auto& known = made[name];
  auto rows = known.lock();
  if (!rows) rows = std::make_shared<const PreparedRows>(make());
  known = rows;
  last = rows;
  return rows;
}

std::vector<std::int32_t> order_of_variables(Index count, Index seed) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  if (seed != 0) Random(static_cast<std::uint64_t>(seed), Stream::order, 0, 1).permutation(order);
  return order;
}

void permute_facts(TokenFacts& facts, const std::vector<std::int32_t>& order) {
  const auto permute = [&](std::vector<std::string>& words) {
    if (words.empty()) return;
    const auto old = words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = old[static_cast<std::size_t>(order[i])];
  };
  permute(facts.names);
  permute(facts.modules);
  const Table old = facts.coordinates;
  for (Index i = 0; i < old.rows; ++i)
    for (Index axis = 0; axis < old.columns; ++axis)
      facts.coordinates(i, axis) = old(order[static_cast<std::size_t>(i)], axis);
}

Arrangement graph_of_correlations(const Table& covariance) {
  Table graph(covariance.rows, covariance.rows);
  for (Index i = 0; i < graph.rows; ++i)
    for (Index j = 0; j < i; ++j) {
      const double correlation = covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
      graph(i, j) = graph(j, i) = std::max(correlation, 0.0);
    }
  return Arrangement::graph(std::move(graph));
}

}  // namespace sextant::data
