#!/usr/bin/env bash
# docs/encodings.md from what the program says of each encoding.
# Usage: scripts/write_encodings_page.sh [PROGRAM]      (default: build/sextant)
set -euo pipefail
program=${1:-build/sextant}
page="$(dirname "$0")/../docs/encodings.md"
table="$(dirname "$0")/../docs/encodings_stress.csv"
{
  echo "# Positional encodings"
  echo "One card per encoding, as \`sextant list positions --card NAME\` prints it; written by \`scripts/write_encodings_page.sh\`. Stress on corpora is that of [encodings_stress.csv](encodings_stress.csv), written by \`scripts/measure_encodings_stress.sh\`: S* is what no rescaling removes, raw stress also counts the scale (width 64, 4 heads, as it starts; learned and random with sigma 0.02)."
  "$program" list positions | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | while read -r name; do
    printf '\n## %s\n```\n' "$name"
    "$program" list positions --card "$name"
    awk -F, -v name="$name" '{ split($1, parts, ":") }
      parts[1] == name { printf "stress on %-11s S* %s, raw %s (%s positions)\n", $2, $4, $5, $3 }' "$table"
    printf '```\n'
  done
} > "$page.new"
mv "$page.new" "$page"
