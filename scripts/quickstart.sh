#!/usr/bin/env bash
# Installs what is missing, builds, and runs two experiments at their quick scale on generated data: images whose pixels
# were shuffled, and Latin squares. Ends with three sentences, what was found in each and how many claims held, and the
# path of one page of both. Arguments go to both `sextant reproduce` commands.
set -euo pipefail
cd "$(dirname "$0")/.."
page=reproduced/quickstart.html

echo "[1/4] Installing packages that are missing"
scripts/install_packages.sh build
start=$SECONDS
echo "[2/4] Building (four to five minutes on two cores the first time)"
cmake --preset release -DSEXTANT_TESTS=OFF -DSEXTANT_BENCHMARKS=OFF >/dev/null
cmake --build --preset release --target sextant

built=$SECONDS

# A claim that does not hold (exit code 1) is a result, not a fault of the quickstart.
reproduce() { build/sextant reproduce "$@" || [ $? -eq 1 ]; }
echo "[3/4] Shuffled pixels: 16 small transformers, then Latin squares: 9 (about two minutes on two cores)"
reproduce pixels --scale quick "$@"
reproduce latin_squares --scale quick "$@"

trained=$SECONDS
echo "[4/4] One page of both, and what they found:"
build/sextant report reproduced/pixels-quick reproduced/latin_squares-quick -o "$page" | tail -n +3
echo
echo "Built in $((built - start)) s, trained and analysed in $((trained - built)) s."
echo "The page with all figures, claims and runs is $PWD/$page"
