#!/usr/bin/env bash
# `pip install .` with the objects of a build that is there, into a folder of its own; then a run with what was installed.
# Usage: pip_install.sh PYTHON SOURCE BUILD
set -euo pipefail
python=$1 source=$2 build=$3

value() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
for name in SEXTANT_NATIVE SEXTANT_LEVEL SEXTANT_MPI SEXTANT_TESTS SEXTANT_BENCHMARKS; do  # as they are, or everything would be built anew
  export "$name=$(value $name)"
done
installed=$build/python-installed
rm -rf "$installed"
"$python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --no-cache-dir \
  --target "$installed" --config-settings=build-dir="$build" "$source"
export PYTHONPATH=$installed
"$installed/bin/sextant" version
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$python" - "$installed" <<'END'
import sys
import sextant
assert sextant.__path__[0].startswith(sys.argv[1]), sextant.__path__
run = sextant.train({"train.steps": 20, "model.width": 16}, out="run", progress=False)
assert run.status == "done"
print("trained with", sextant.__path__[0])
END
