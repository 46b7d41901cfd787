// A family of proteins in miniature, with everything known: chains of side^3 residues that fill a cube as one path
// (Sali, Shakhnovich & Karplus, Nature 369, 1994, with side 3), and sequences that fit this fold. Sequence a has
// probability proportional to
//   exp(sum over contacts (i, j) of J(a_i, a_j) + sum over i of h(a_i) (n_i - mean n)),
// a Potts model as direct coupling analysis assumes it (Weigt et al., PNAS 106, 2009): contacts are neighbours in the
// cube that are no neighbours in the chain, n_i is how many residue i has, so that residues inside differ from those
// outside, and J, h are drawn once. Site i means the same in every sequence, as in an alignment.
#pragma once

#include <cstdint>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::data {

struct ResiduePlan {
  Index side = 3;
  Index kinds = 8;         // of residues
  double coupling = 1.0;   // standard deviation of J
  double burial = 0.5;     // standard deviation of h
  Index sweeps = 50;       // of Gibbs sampling for each sequence, from a random one
  Index sequences = 5000;  // all of them
  std::uint64_t seed = 1;
};

struct ResidueFamily {
  Table fold;                           // (sites, 3): cells of the cube
  Table contacts;                       // (sites, sites): 1 at a contact
  std::vector<std::int32_t> sequences;  // (sequences, sites), 0 to kinds - 1
};

ResidueFamily make_residue_family(const ResiduePlan& plan);

}  // namespace sextant::data
