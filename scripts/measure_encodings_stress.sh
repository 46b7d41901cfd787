#!/usr/bin/env bash
# docs/encodings_stress.csv: the stress of every encoding as it starts on SST-2 and IMDB, for the cards of
# docs/encodings.md. Width 64, 4 heads, words between blanks; learned and random positions with sigma 0.02.
# Usage: scripts/measure_encodings_stress.sh DATA [PROGRAM]
#        DATA has sst2/glue/train.tsv and imdb/imdb_train.tsv (docs/corpora.md); PROGRAM is build/sextant by default
set -euo pipefail
data=$1
program=${2:-build/sextant}
page="$(dirname "$0")/../docs/encodings_stress.csv"
# All that put tokens at different places and need no file.
encodings=$("$program" list positions | sed -n 's/^  \([a-z0-9_]*\) .*/\1/p' | grep -vx 'none\|fixed_table' |
  sed 's/^learned$/learned:sigma=0.02/; s/^random$/random:sigma=0.02/; s/^low_rank$/low_rank:rank=8/' | paste -sd,)
measure() { # NAME POSITIONS FILE COLUMN
  "$program" stress --corpus "$data/$3" --column "$4" --positions "$2" --width 64 --heads 4 --bootstrap 0 \
    --permutations 1 --csv --quiet --encoding "$encodings" |
    python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin):
    if row["reference"] == "false":
        print(row["encoding"], *sys.argv[1:], *(format(float(row[key]), ".4g") for key in ("shape", "raw")), sep=",")' "$1" "$2"
}
{
  echo "encoding,corpus,positions,shape,raw"
  measure SST-2 32 sst2/glue/train.tsv sentence
  measure IMDB 128 imdb/imdb_train.tsv text
} > "$page.new"
mv "$page.new" "$page"
