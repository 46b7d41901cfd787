// Classical multidimensional scaling (Torgerson 1952): points p_t = row t of U L^(1/2), from the eigenpairs of the
// centred inner products B = J G J = -1/2 J D^2 J. With every positive eigenvalue the distances come out exactly;
// truncated, it minimises the strain |B - P P^T|, not the stress.
#pragma once

#include <vector>

#include "sextant/core/table.h"
#include "sextant/stress/hellinger_gram.h"

namespace sextant::stress {

/// Which eigenvalues stand for something.
enum class Keep {
  positive,     // all above rounding
  above_noise,  // all above the size of the most negative one: B was estimated and is not a Gram matrix
};

struct Scaling {
  std::vector<double> eigenvalues;  // descending: all, or as many as were asked for
  double smallest = 0;              // eigenvalue
  Table points;                     // (n, kept), widest axis first
  bool complete = true;             // false: more eigenvalues would have been kept than were computed
};

/// Of all eigenvalues of a symmetric matrix of inner products, which is centred here. At most `rank` axes; 0: all.
Scaling scale_gram(const Table& gram, Keep keep, Index rank = 0);

/// The same for `rank` leading eigenpairs by Lanczos, without (n, n) numbers.
Scaling scale_gram(const HellingerGram& gram, Keep keep, Index rank);

/// The inner products as a table (n, n).
Table table_of(const HellingerGram& gram);

}  // namespace sextant::stress
