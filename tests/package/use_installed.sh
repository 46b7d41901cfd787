#!/usr/bin/env bash
# Installs the built tree into a scratch folder, builds examples/ against it with find_package and runs it.
# Usage: use_installed.sh SOURCE BUILD
set -euo pipefail
source=$1
build=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
cmake -S "$source/examples" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" >/dev/null
cmake --build "$scratch/build" >/dev/null
"$scratch/build/train_word_order" | tee "$scratch/output"
# Without positions the two orders are one and the same: exactly one half. With them, far more.
grep -q '^none .* 0\.500$' "$scratch/output"
grep -qE '^learned .* (1\.000|0\.9[0-9]+)$' "$scratch/output"
mkdir "$scratch/laboratory"
"$scratch/build/laboratory" "$scratch/laboratory" | tee "$scratch/output"
grep -qx 'sweep    4 runs done, 4 heard of' "$scratch/output"
grep -qE '^results  "none" +accuracy 0\.500$' "$scratch/output"
grep -qE '^stress   mds:2 +shape 0\.000$' "$scratch/output"
grep -q '^discover structure yes' "$scratch/output"
"$scratch/prefix/bin/sextant" version
# Completions and manual pages are installed with the program.
share=$scratch/prefix/share
for file in bash-completion/completions/sextant zsh/site-functions/_sextant fish/vendor_completions.d/sextant.fish \
    man/man1/sextant.1 man/man1/sextant-train.1; do
  grep -q sextant "$share/$file"
done
