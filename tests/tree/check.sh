#!/usr/bin/env bash
# The check of the tree passes on the tree and finds each of the faults planted in tests/tree/bad, and no others.
set -euo pipefail
source=$1
python3 "$source/tools/check_tree.py" "$source"
found=$(python3 "$source/tools/check_tree.py" "$source/tests/tree/bad" || true)
faults=(
  'core may not include nn'
  'tasks may not include positions'
  'results may not include lab'
  'report may not include nn'
  'lab may not include cli'
  "'forgotten' has no file"
  "defines 'unlisted'"
  'wrong_namespace.h:1: opens sextant::core instead of sextant::data'
  'no_namespace.h: opens no namespace sextant::data'
  'math/statistics/knows_precision.cpp: SEXTANT_PRECISION outside the engine'
  'lab/sweep/knows_precision.cpp: SEXTANT_PRECISION outside the engine'
  'second.h: sextant::nn::Twin is also defined in'
  'sees_nothing.h: sees no names of other folders'
  "two.cpp: the constant 'most_rows'"
  "two.cpp: the alias 'Row'"
  "two.cpp: the type 'Cell'"
  "two.cpp: the function 'size_of'"
)
for fault in "${faults[@]}"; do
  grep -qF "$fault" <<<"$found" || { echo "not found: $fault"; exit 1; }
done
for name in Same width_of First; do  # the same alias, an overload, a class inside another
  ! grep -qF "'$name'" <<<"$found" || { echo "not a fault: $name"; exit 1; }
done
[ "$(wc -l <<<"$found")" = ${#faults[@]} ] || { echo "more faults than planted:"; echo "$found"; exit 1; }
