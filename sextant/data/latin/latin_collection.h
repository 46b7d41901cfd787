// The puzzles of an experiment: a pool split into training and test rows, the same for every run, and a set to
// generalise to, from which every puzzle of the pool keeps a distance. Generated, or the files of Ito et al.
#pragma once

#include <memory>
#include <string>

#include "sextant/data/latin/latin_generator.h"

namespace sextant::data {

struct LatinRequest {
  LatinGeneration pool;  // the generated one; its rows, distance and seed hold for files too
  Index gen_rows = 36;   // of each condition, where they are generated
  double test_share = 0.1;
  std::string folder;  // of files; empty: generated
};

struct LatinCollection {
  std::vector<LatinPuzzle> train;  // condition after condition
  std::vector<LatinPuzzle> test;   // the same
  std::vector<LatinPuzzle> gen;    // the same; of files: in their order
};

/// Made once per process and request: the runs of a sweep share it.
std::shared_ptr<const LatinCollection> latin_collection(const LatinRequest& request);

}  // namespace sextant::data
