#!/usr/bin/env bash
# Installs what is missing, builds, trains the embedded default job and says where its results and its page are.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_packages.sh build
echo "Building (a few minutes the first time) ..."
cmake --preset release -DSEXTANT_TESTS=OFF -DSEXTANT_BENCHMARKS=OFF >/dev/null
cmake --build --preset release --target sextant

build/sextant train --out runs/quickstart "$@"
build/sextant report runs/quickstart -o runs/quickstart/report.html
