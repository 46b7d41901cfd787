#!/usr/bin/env bash
# The check of the tree passes on the tree and finds each of the four faults planted in tests/tree/bad.
set -euo pipefail
source=$1
python3 "$source/tools/check_tree.py" "$source"
found=$(python3 "$source/tools/check_tree.py" "$source/tests/tree/bad" || true)
for fault in 'core may not include nn' 'tasks may not include positions' "'forgotten' has no file" "defines 'unlisted'"; do
  grep -qF "$fault" <<<"$found" || { echo "not found: $fault"; exit 1; }
done
