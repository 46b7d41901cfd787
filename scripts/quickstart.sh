#!/usr/bin/env bash
# Installs what is missing, builds, and reproduces the experiment on Latin squares at its quick scale: a few minutes of
# training on two cores, its claims judged, its page made. Arguments go to `sextant reproduce latin_squares`.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_packages.sh build
echo "Building (a few minutes the first time) ..."
cmake --preset release -DSEXTANT_TESTS=OFF -DSEXTANT_BENCHMARKS=OFF >/dev/null
cmake --build --preset release --target sextant

# MPI is put in where it is installed; most machines need none.
build/sextant version | grep -q '^MPI *yes' ||
  echo "Built without MPI: for mpirun, scripts/install_packages.sh mpi and this script again."

# A claim that does not hold (exit code 1) is a result, not a fault of the quickstart.
build/sextant reproduce latin_squares --scale quick "$@" || [ $? -eq 1 ]
