#!/usr/bin/env bash
# What a change of the sources renames. Changed files lie in a folder that stands over the tree; nothing is compiled.
# Usage: code_version.sh CMAKE PROJECT
set -euo pipefail
cmake=$1
project=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
mkdir over
(cd "$project" && find sextant -name '*.h' -o -name '*.cpp' -o -name '*.def' -o -name '*.inc') |
  grep -Ev '^sextant/(report|cli)/' > tree
echo cmake/compile_options.cmake >> tree

fail() { echo "$1"; exit 1; }
# take TABLE [GONE]: the digests of the tree, without the source GONE
take() {
  { cat tree; cd over; find . -type f | sed 's,^\./,,'; cd ..; } | grep -vFx "${2:-none}" | sort -u > list
  "$cmake" -D ROOT="$project" -D OVERLAY="$directory/over" -D LIST="$directory/list" -D TABLE="$directory/table" \
    -P "$project/cmake/write_code_version.cmake" && sed 's,  // .*,,' table > "$1"
}
# change FILE [LINE]: adds a line to a file, or the file
change() {
  mkdir -p "over/$(dirname "$1")"
  [ -f "over/$1" ] || cp "$project/$1" "over/$1" 2>/dev/null || true
  echo "${2:-int changed;}" >> "over/$1"
}
# expect WHAT NAMES...: the digests of exactly these are others than in the tree. What was changed is put back.
expect() {
  take now "${gone:-none}"
  local what=$1 found wanted
  shift
  found=$({ diff before now || true; } | sed -nE 's/^[<>] SEXTANT_ENGINE.*/engine/p;
    s/^[<>] SEXTANT_VARIANT\("([a-z_]+)", "([a-z0-9_]+)".*/\1 \2/p' | sort -u)
  wanted=$(printf '%s\n' "$@" | sed '/^$/d' | sort)
  [ "$found" = "$wanted" ] || fail "$what: changed are [$found], expected [$wanted]"
  rm -rf over
  mkdir over
}

take before
grep -Eqx 'SEXTANT_ENGINE\("[0-9a-f]{12}"\)' before || fail "no digest of the engine"
for list in positions/positions init/initialisers tasks/tasks train/optimizers/optimizers train/schedules/schedules \
            nn/mixers/mixers nn/feed_forwards/feed_forwards analysis/analyses; do
  for name in $(sed -nE 's/^SEXTANT_[A-Z]+\(([a-z0-9_]+),.*/\1/p' "$project/sextant/$list.def"); do
    grep -Eqx "SEXTANT_VARIANT\(\"$(basename "$list")\", \"$name\", \"[0-9a-f]{12}\"\)" before || fail "no digest of $name"
  done
done
touch -d 2001-01-01 table
take now
[ "$(date -r table +%Y)" = 2001 ] || fail "written again without need"

# A new encoding is a file and a line. No run that was there before is renamed.
change sextant/positions/throw_away.cpp '#include "sextant/positions/additive_table.h"'
change sextant/positions/positions.def 'SEXTANT_POSITION(throw_away, "nothing (any arrangement)")'
expect "a new encoding" "positions throw_away"
change sextant/positions/positions.def " "
sed -i 's/^\(SEXTANT_POSITION([a-z]*, \).*/\1"nothing (index)")/' over/sextant/positions/positions.def
expect "another sentence in a list" ""

# The engine.
for file in math/softmax.cpp core/random.h core/new.h positions/registry.cpp positions/position.h tasks/task.h \
            data/series/network.cpp stress/smacof.cpp positions/nobody_includes_me.cpp \
            lab/run.cpp lab/assembly.cpp lab/configuration.cpp lab/run_directory.cpp lab/position_history.cpp; do
  change sextant/$file
  expect "$file" engine
done
change cmake/compile_options.cmake '# changed'
expect "the compile options" engine
gone=sextant/math/rows.cpp
expect "a source that went away" engine
cp "$project/$gone" over/lines.cpp
mkdir -p over/sextant/math
mv over/lines.cpp over/sextant/math/lines.cpp
expect "a source of another name" engine
gone=none

# Variants and what they include.
change sextant/positions/rotary.cpp
expect "one encoding" "positions rotary"
change sextant/positions/score_bias.cpp
expect "what some encodings share" "positions alibi" "positions continuous_bias" "positions fire" "positions kerple" \
  "positions t5_bias"
change sextant/tasks/sentence_task.h
expect "what two tasks share" "tasks scan" "tasks cogs" "tasks translation"
change sextant/train/optimizers/adam_moments.cpp
expect "what two optimisers share" "optimizers adam" "optimizers adamw"
change sextant/train/schedules/constant.cpp
change sextant/init/kaiming.cpp
expect "a schedule and an initialiser" "schedules constant" "initialisers kaiming"

# Analyses tell findings, never runs.
change sextant/analysis/spectrum.cpp
expect "an analysis" "analyses spectrum"
change sextant/positions/grid.cpp
expect "an encoding that analyses use by name" "positions grid" "analyses position_probe" "analyses position_recovery"
change sextant/lab/analyst.cpp
mapfile -t all < <(sed -nE 's/.*"(analyses)", "([a-z0-9_]+)".*/\1 \2/p' before)
expect "what hands runs to analyses" "${all[@]}"

# What decides nothing.
change sextant/lab/sweep/new.cpp
change sextant/lab/experiment/study.cpp
change sextant/results/store.cpp
expect "what chooses and shows runs" ""
change sextant/math/softmax.cpp '  // A comment of its own line.'
change sextant/positions/rotary.cpp ' '
sed -i 's,^  ,      ,' over/sextant/positions/rotary.cpp
expect "comments, blank lines and indentation" ""

# An engine that includes a variant could not be told from it.
change sextant/nn/block.cpp '#include "sextant/positions/rotary.cpp"'
if take now 2>said; then fail "an engine that includes a variant was accepted"; fi
grep -q 'the engine includes this variant' said || fail "$(cat said)"
