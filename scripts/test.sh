#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every test; arguments go to CTest (-L fast, -R name).
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_packages.sh test
cmake --preset release -DSEXTANT_TESTS=ON -DSEXTANT_BENCHMARKS=ON -DSEXTANT_WERROR=ON >/dev/null
cmake --build --preset release
scripts/run_ctest.py tests/expected_skips.txt --test-dir build --output-on-failure -j "$(nproc)" "$@"
