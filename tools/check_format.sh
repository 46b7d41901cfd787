#!/usr/bin/env bash
# Every C++ file as clang-format would write it; exit 1 and the names of those that are not. `--fix` writes them.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(find sextant python tests benchmarks examples \( -name '*.cpp' -o -name '*.h' \) | sort)
# A formatted copy, compared as text: `clang-format --dry-run` also complains of correctly formatted
# `namespace a::inline MACRO` lines, and one call for each file would take a minute.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp --parents .clang-format "${files[@]}" "$copy"
(cd "$copy" && clang-format -i "${files[@]}")
status=0
for file in "${files[@]}"; do
  cmp -s "$file" "$copy/$file" && continue
  # What is in order already stays untouched, or the next build would compile it again.
  if [ "${1:-}" = --fix ]; then cat "$copy/$file" >"$file"; continue; fi
  echo "$file: run tools/check_format.sh --fix"
  status=1
done
exit $status
