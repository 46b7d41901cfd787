#!/usr/bin/env bash
# How large reports are and how fast they open in Chromium: one run with its analyses, 500 runs of 50 settings with 10
# seeds, and 500 runs of 500 settings. Trains them first (a few minutes on 2 cores); asked again they answer from the
# disk.
# Usage: benchmarks/page_speed.sh PROGRAM WORK_DIRECTORY
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
work=$(realpath "$2")
here=$(realpath "$(dirname "$0")")

cp "$here"/page_speed.js "$here"/../tests/page/{browser.js,package.json,package-lock.json,.npmrc} "$work"
cd "$work"
[ -d node_modules ] || npm ci --no-audit --no-fund --loglevel=error
small=(model.width=16 model.depth=1 train.batch=16 train.steps=400 train.evaluate_every=20)
"$program" train --quiet --out run && "$program" analyse run >/dev/null
"$program" sweep --quiet --out seeds "${small[@]}" optimizer.learning_rate=0.0001:0.0019:0.0002 task.length=3:7 seed=1:10 >/dev/null
"$program" sweep --quiet --out settings "${small[@]}" optimizer.learning_rate=0.0001:0.0025:0.0001 position.sigma=0.1:2:0.1 >/dev/null
for name in run seeds settings; do
  /usr/bin/time -f "$name: report made in %e s" "$program" report "$name" -o "$name.html"
done
SEXTANT=$program SEXTANT_FIXTURE=$work node page_speed.js run seeds settings
