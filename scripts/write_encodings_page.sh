#!/usr/bin/env bash
# docs/encodings.md from what the program says of each encoding.
# Usage: scripts/write_encodings_page.sh [PROGRAM]      (default: build/sextant)
set -euo pipefail
program=${1:-build/sextant}
page="$(dirname "$0")/../docs/encodings.md"
{
  echo "# Positional encodings"
  echo "One card per encoding, as \`sextant list positions --card NAME\` prints it; written by \`scripts/write_encodings_page.sh\`. Stress on corpora is that of [encodings_stress.csv](encodings_stress.csv), written by \`scripts/measure_encodings_stress.sh\`: S* is what no rescaling removes, raw stress also counts the scale (width 64, 4 heads, as it starts). The attention bias is the mean over heads of the scores of tokens that are all the same: ones, or nothing but the vectors where these are added to the embeddings; row i is what token i asks."
  "$program" list positions | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | while read -r name; do
    printf '\n## %s\n```\n' "$name"
    "$program" list positions --card "$name"
    printf '```\n'
  done
} > "$page.new"
mv "$page.new" "$page"
