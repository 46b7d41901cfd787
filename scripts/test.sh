#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every test; arguments go to CTest (-L fast, -R name).
# With --sanitize first: the same with address and undefined-behaviour sanitizers, without what cannot be run with them
# (tests/sanitizers/left_out.txt). With --threads first: the tests of what has threads, with the thread sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

# The patterns of a list, as one for CTest; every line needs a reason.
patterns() {
  awk '!/^(#|$)/ { if (NF < 2) { print FILENAME ": no reason: " $0 >"/dev/stderr"; exit 1 } print $1 }' "$1" | paste -sd'|'
}

preset=release directory=build targets= chosen=() options=(-DSEXTANT_BENCHMARKS=ON)
case ${1:-} in
  --sanitize)
    list=$(patterns tests/sanitizers/left_out.txt)
    preset=sanitize directory=build-sanitize chosen=(-E "^($list)$") options=()
    export SEXTANT_SANITIZED=1
    shift ;;
  --threads)
    list=$(patterns tests/sanitizers/threads.txt)
    preset=thread directory=build-thread targets="sextant tests_float signals_amid_products" chosen=(-R "^($list)$") options=()
    export TSAN_OPTIONS="suppressions=$PWD/tests/sanitizers/suppressions.txt ${TSAN_OPTIONS:-}"
    shift ;;
esac
scripts/install_packages.sh test
if [ $preset = release ]; then
  # The module of the Python package is made of the same objects; its build tools come by pip.
  environment=build/python-environment
  [ -x $environment/bin/python ] || /usr/bin/python3 -m venv --system-site-packages $environment  # Debian's NumPy and torch
  $environment/bin/python -c "import nanobind, scikit_build_core" 2>/dev/null ||
    $environment/bin/pip install --quiet --disable-pip-version-check "nanobind>=2.9" "scikit-build-core>=0.11"
  options+=(-DSEXTANT_PYTHON=ON -DPython_EXECUTABLE="$PWD/$environment/bin/python")
fi
cmake --preset "$preset" -DSEXTANT_TESTS=ON -DSEXTANT_WERROR=ON "${options[@]}" >/dev/null
cmake --build --preset "$preset" ${targets:+--target $targets}
scripts/run_ctest.py tests/expected_skips.txt --test-dir "$directory" --output-on-failure -j "$(nproc)" "${chosen[@]}" "$@"
