#include "sextant/math/graph/assignment.h"

#include <limits>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

/// Rows are added one at a time; each grows a tree of tight edges until it reaches a free column. Row and column 0
/// stand for "none", so everything counts from 1.
class Hungarian {
 public:
  explicit Hungarian(const Table& costs)
      : costs_(costs), size_(static_cast<std::size_t>(costs.rows) + 1), row_(size_), column_(size_), taken_(size_) {}

  std::vector<Index> solve() {
    for (std::size_t row = 1; row < size_; ++row) add(row);
    std::vector<Index> result(size_ - 1);
    for (std::size_t column = 1; column < size_; ++column) result[taken_[column] - 1] = static_cast<Index>(column) - 1;
    return result;
  }

 private:
  double slack(std::size_t row, std::size_t column) const {
    return costs_(static_cast<Index>(row) - 1, static_cast<Index>(column) - 1) - row_[row] - column_[column];
  }

  void add(std::size_t row) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> least(size_, infinity);
    std::vector<std::size_t> before(size_, 0);
    std::vector<bool> reached(size_, false);
    taken_[0] = row;
    std::size_t here = 0;
    while (taken_[here] != 0) {
      reached[here] = true;
      std::size_t next = 0;
      double step = infinity;
      for (std::size_t column = 1; column < size_; ++column) {
        if (reached[column]) continue;
        if (const double own = slack(taken_[here], column); own < least[column]) {
          least[column] = own;
          before[column] = here;
        }
        if (least[column] < step) {
          step = least[column];
          next = column;
        }
      }
      for (std::size_t column = 0; column < size_; ++column) {
        if (reached[column]) {
          row_[taken_[column]] += step;
          column_[column] -= step;
        } else {
          least[column] -= step;
        }
      }
      here = next;
    }
    for (; here != 0; here = before[here]) taken_[here] = taken_[before[here]];
  }

  const Table& costs_;
  std::size_t size_;
  std::vector<double> row_, column_;  // potentials
  std::vector<std::size_t> taken_;    // the row of each column, 0 where it is free
};

}  // namespace

std::vector<Index> assign(const Table& costs) {
  require(costs.rows == costs.columns, "assignment: expected a square table of costs, given {} x {}", costs.rows,
          costs.columns);
  for (const double cost : costs.values) require(cost == cost, "assignment: a cost is not a number");
  return Hungarian(costs).solve();
}

}  // namespace sextant::math
