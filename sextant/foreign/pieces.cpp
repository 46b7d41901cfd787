// How the phases of a block are cut. By the shapes alone: the number of threads changes no bit.
#include <algorithm>

#include "sextant/foreign/block.h"
#include "sextant/math/real.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

constexpr Index rows_of_product = 256;  // enough for a product to be fast
constexpr Index fewest_pieces = 4;      // fewer rows than these need are cut by outputs
constexpr Index narrowest = 64;         // outputs of a piece
constexpr Index rows_of_pass = 32;      // of norms and sums

}  // namespace

void run_rows(Index rows, Crew& crew, const std::function<void(Index, Index, Index)>& work) {
  const Index pieces = (rows + rows_of_pass - 1) / rows_of_pass;
  crew.run(pieces, [&](Index piece, Index thread) {
    const Index first = piece * rows_of_pass;
    work(first, std::min(rows_of_pass, rows - first), thread);
  });
}

void multiply_in_pieces(const Linear& linear, View<const real> x, View<real> y, Crew& crew,
                        const BehindProduct& behind) {
  // What is read from its file is read once, however many rows there are.
  const Index across = linear.in_file.empty() ? (x.rows + rows_of_product - 1) / rows_of_product : 1;
  const Index wanted = (fewest_pieces + across - 1) / across;
  const Index down = std::clamp(linear.outputs() / narrowest, Index{1}, wanted);
  const Index rows = (x.rows + across - 1) / across;
  const Index outputs = ((linear.outputs() + down - 1) / down + 15) / 16 * 16;
  crew.run(across * down, [&](Index piece, Index thread) {
    const Index row = piece / down * rows, column = piece % down * outputs;
    if (row >= x.rows || column >= linear.outputs()) return;
    const Index count = std::min(rows, x.rows - row);
    const View<real> part =
        y.slice_rows(row, count).slice_columns(column, std::min(outputs, linear.outputs() - column));
    linear.multiply_part(x.slice_rows(row, count), column, part);
    if (behind) behind(part, column, thread);
  });
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
