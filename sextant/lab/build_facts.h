// What is inside this program: what it can do that another build cannot, and the libraries it computes and writes with.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/namespaces.h"

namespace sextant::lab {

struct BuildFact {
  std::string subject;
  std::string text;
};

/// Precisions, instruction set, MPI, OpenBLAS and versions of libraries.
std::vector<BuildFact> build_facts();

}  // namespace sextant::lab
