#!/usr/bin/env bash
# A wheel in a fresh virtual environment: installed with nothing but pip and timed, with no compiler in sight; what it
# exports, what it holds, and a run, on a processor with AVX-512 by both compiled modules; then the notebook of the examples
# with what its extra `notebook` brings. Not among the tests of CI, where `pip install .` is.
# Usage: check_wheel.sh WHEEL PYTHON
set -euo pipefail
wheel=$(realpath "$1") python=$(realpath "$(command -v "$2")") tests=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap '/bin/rm -rf "$folder"' EXIT
cd "$folder"
"$python" -m venv environment
mkdir bin  # nothing but what a shell needs: neither compiler nor cmake
export PATH=$folder/environment/bin:$folder/bin
start=$EPOCHREALTIME
pip install --quiet --disable-pip-version-check --only-binary :all: "$wheel"
end=$EPOCHREALTIME
echo "installed in $(((${end/./} - ${start/./}) / 1000)) ms"
sextant version
python - <<'END'
import importlib.metadata, pathlib, sextant
files = importlib.metadata.files("sextant-lab")
names = {str(one) for one in files}
assert "sextant/py.typed" in names and "sextant/__init__.pyi" in names and "sextant/_core.pyi" in names, names
assert importlib.metadata.requires("sextant-lab")[0].startswith("numpy")
hard = [one for one in importlib.metadata.requires("sextant-lab") if "extra" not in one]
size = sum(one.locate().stat().st_size for one in files if one.locate().exists())
print(f"{len(files)} files, {size / 1e6:.1f} MB; needs {hard}; {sextant.version()['instruction_set']}")
run = sextant.train({"train.steps": 20, "model.width": 16}, out="run", progress=False)
assert run.status == "done"
sweep = sextant.Sweep({"train.steps": 20, "model.width": 16}, {"seed": [1, 2]}, out="sweep").run(progress=False)
assert len(sweep.results()["seed"]) == 2
stress = sextant.stress(coordinates=[[0.0, 0], [1, 0], [0, 2], [3, 3]], encodings=["sinusoidal"], progress=False)
assert "iframe" in stress._repr_html_()
print("trained, swept and measured with", sextant.__path__[0])
END
train() {
  python - <<'END'
import hashlib, os, sextant
name = os.environ.get("SEXTANT_PROCESSOR", "as chosen")
try:
    said = sextant.version()["instruction_set"]
except ImportError as error:
    raise SystemExit(str(error))
model = sextant.train({"train.steps": 100}, out=f"run {name}", progress=False).model()
weights = hashlib.sha256(b"".join(model.weight(one).tobytes() for one in sorted(model.tensors))).hexdigest()[:12]
print(f"{name}: {said}, weights {weights}")
END
}
train
for level in x86-64-v3 x86-64-v4; do  # one line where the wheel lacks one or the processor cannot
  SEXTANT_PROCESSOR=$level train || true
  SEXTANT_PROCESSOR=$level sextant version || true
done
packages=$(python -c "import sextant; print(sextant.__path__[0])")
export PATH=$PATH:/usr/bin:/bin  # the checks below are ours
echo "libraries inside: $(ls "$packages/../sextant_lab.libs" | tr "\n" " ")"
if command -v nm >/dev/null; then  # of a machine with a compiler
  exported=$(nm -D --defined-only "$packages"/_compiled/*/_core*.so | awk '{print $3}' | grep -ciE "dnnl|gomp|omp_|mkldnn|sextant" || true)
  echo "names of oneDNN, OpenMP or our own that the modules export: $exported"
  [ "$exported" = 0 ]
fi
pip install --quiet --disable-pip-version-check --only-binary :all: "$wheel[notebook]"
PYTHONPATH=$tests python -m unittest test_notebook
