#!/usr/bin/env bash
# The program with one encoding more shows and trains it, and takes every run that the program without it made for its own.
# Usage: use.sh SEXTANT SEXTANT_WITH_LINE
set -euo pipefail
without=$1
with=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

fail() { echo "$1"; exit 1; }
job='model.width=16 model.depth=1 train.steps=150 train.batch=32 train.evaluate_every=50 optimizer.learning_rate=0.01'
# Into files: `grep -q` leaves at the first match, and a program cut off in mid-write would fail the pipe.
"$with" list positions > list
"$with" options > options
"$without" list positions > other_list
grep -q 'a learned straight line' list || fail "it is not in the list"
grep -q 'distance between adjacent positions' options || fail "its option is not described"
if grep -q 'straight line' other_list; then fail "the other program has it too"; fi

"$with" train $job position.kind=line position.step=0.25 > said
grep -q 'done at step 150 of 150' said || fail "it was not trained: $(cat said)"
# Two orders of the same tokens: one half without positions.
awk '$1 == "test" && $NF > 0.6 { found = 1 } END { exit !found }' said || fail "it tells no order: $(cat said)"
grep -Eq '"positions/line": "[0-9a-f]{12}"' runs/*/environment.json || fail "the record does not name it"

# A new encoding renames no run: each of the two answers for the other.
"$without" train $job position.kind=learned --quiet
"$with" train $job position.kind=learned > said
grep -q 'cached result' said || fail "it trains a run again"
[ "$(ls runs | wc -l)" = 2 ] || fail "there are other runs: $(ls runs)"
