#!/usr/bin/env bash
# docs/published_stress.csv: stress-1 of 30 published encodings and two trained tables on six corpora, beside the same
# encodings with positions in random order. Prints the table of docs/low_stress.md and the deciles of all values, which
# sextant/lab/stress/published_stress.h holds.
# Usage: scripts/measure_published_stress.sh DATA [MINILM.safetensors] [PROGRAM]
#        DATA as in docs/corpora.md; MINILM: a BERT with trained positions, left out where it is not given
set -euo pipefail
data=$1 minilm=${2:-} program=${3:-build/sextant}
page="$(dirname "$0")/../docs/published_stress.csv"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sed -E 's/.*OUT: //' "$data"/scan/simple_split/*train*.txt > "$scratch/scan.txt"
for language in en de; do zcat "$data/multi30k/train.$language.gz" > "$scratch/$language.txt"; done

rotary=rotary:heads=1:head_width=128
encodings=(
  # Sinusoids of the index: Vaswani et al. at three widths, and learned Fourier features.
  sinusoidal:width=64:heads=1 sinusoidal:width=512:heads=8 sinusoidal:width=768 fourier
  # Rotations: RoFormer, GPT-J, GPT-NeoX, Llama 2, Llama 3, Qwen 2; position interpolation, NTK, YaRN, p-RoPE; PoPE.
  rotary:heads=1:head_width=64 $rotary rotary:heads=1:head_width=96:partial_rotary_factor=0.25
  $rotary:base=500000 $rotary:base=1000000 $rotary:rope_type=linear:factor=4
  $rotary:rope_type=dynamic:factor=4 $rotary:rope_type=yarn:factor=4
  $rotary:rope_type=llama3:factor=8:base=500000 $rotary:rope_type=proportional:partial_rotary_factor=0.25
  pope:heads=1:head_width=64 rope_mixed:start=waves
  # Penalties of the distance: ALiBi (two readings), KERPLE, FIRE, Swin v2, FoX with a constant gate.
  alibi:heads=8 alibi:heads=8:rule=kernel alibi:heads=16:rule=kernel kerple:kernel=log kerple:kernel=power
  fire continuous_bias forget transformer_xl
  # Graphs: eigenvectors of the path.
  laplacian:width=64:heads=1
  # As they start, before training: tables and offsets with random entries.
  learned:sigma=0.02 relative t5_bias deberta
)
gpt2="$data/weights/gpt2-positions/wpe_first64.npy"
measure() { # NAME POSITIONS FILE [ARGUMENT ...]
  local name=$1 positions=$2 file=$3
  shift 3
  local all=("${encodings[@]}" "learned:$gpt2")
  [ -z "$minilm" ] || all+=("learned:$minilm#embeddings.position_embeddings.weight:skip=1")  # row 0 is of [CLS]
  "$program" stress --corpus "$file" "$@" --positions "$positions" --bootstrap 0 --json --quiet \
    --encoding "$(IFS=,; echo "${all[*]}")" |
    python3 -c 'import json, os, re, sys
for row in json.load(sys.stdin)["encodings"]:
    if not row["reference"]:
        name = re.sub(r"learned:\S*wpe_first64.npy", "GPT-2 (trained table)", row["encoding"])
        name = re.sub(r"learned:\S*#\S*", "MiniLM (trained table)", name)
        print(name, *sys.argv[1:], *(format(x, ".4f") for x in (row["kruskal"], *row["null_kruskal"], row["null_p"])), sep=",")
' "$name" "$positions"
}
{
  echo "encoding,corpus,positions,stress_1,random_order_5_percent,random_order_median,p"
  measure SST-2 24 "$data/sst2/clairett/train.tsv" --format tsv --no-header --column 0
  measure IMDB 64 "$data/imdb/imdb_train.tsv" --column text
  measure "SCAN actions" 24 "$scratch/scan.txt"
  measure COGS 10 "$data/cogs/train.tsv" --no-header --column 0
  measure "Multi30k English" 16 "$scratch/en.txt"
  measure "Multi30k German" 16 "$scratch/de.txt"
} > "$page.new"
mv "$page.new" "$page"
python3 - "$page" <<'END'
import csv, statistics, sys
rows = list(csv.DictReader(open(sys.argv[1])))
corpora = list(dict.fromkeys(row["corpus"] for row in rows))
of = {(row["encoding"], row["corpus"]): row for row in rows}
print("| encoding |", *(f" {corpus} |" for corpus in corpora), sep="")
print("|---|" + "---|" * len(corpora))
for encoding in dict.fromkeys(row["encoding"] for row in rows):
    cells = [of[encoding, corpus] for corpus in corpora]
    shown = [row["stress_1"].lstrip("0") + ("" if float(row["p"]) <= 0.05 else "*") for row in cells]
    print(f"| `{encoding}` |", *(f" {one} |" for one in shown), sep="")
for name, key in (("random order, median", "random_order_median"), ("random order, 5th percentile", "random_order_5_percent")):
    middle = [statistics.median(float(row[key]) for row in rows if row["corpus"] == corpus) for corpus in corpora]
    print(f"| *{name}* |", *(f" {one:.4f} |".replace(" 0.", " .") for one in middle), sep="")
values = sorted(float(row["stress_1"]) for row in rows)
print(f"\n{len(rows)} values; deciles of stress-1:",
      ", ".join(f"{values[round(i * (len(values) - 1) / 10)]:.4f}" for i in range(11)))
END
