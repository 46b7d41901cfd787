#!/usr/bin/env bash
# Makes the fixture with the built program and opens its pages in Chromium.
# Usage: run.sh PROGRAM WORK_DIRECTORY      exit 77 where there is no Chromium or npm
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
work=$(realpath "$2")
here=$(realpath "$(dirname "$0")")

export CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$CHROMIUM" ] && command -v npm >/dev/null || { echo "skipped: chromium and npm are needed"; exit 77; }

# npm works beside the build, so that nothing is written between the sources.
cp "$here"/*.js "$here"/package*.json "$here"/.npmrc "$work"
cd "$work"
cmp -s package-lock.json installed.json || { npm ci --no-audit --no-fund --loglevel=error; cp package-lock.json installed.json; }
export SEXTANT=$program SEXTANT_FIXTURE=$work/fixture
python3 "$here/make_fixture.py" "$program" "$SEXTANT_FIXTURE"
node --test all.test.js
