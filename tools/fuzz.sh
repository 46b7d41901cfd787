#!/usr/bin/env bash
# Fuzzes every file reader (libFuzzer, address and undefined-behaviour sanitizers), one after the other, from the seeds in
# tests/fuzz/seeds. A finding is left in build-fuzz/findings and ends the script with 1.
# Usage: tools/fuzz.sh [SECONDS each, default 600] [NAME ...]      needs clang with its runtime (Debian: libclang-rt-dev)
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
shift || true
compiler=${CLANG:-$(command -v clang++ || command -v clang++-14 || true)}
[ -n "$compiler" ] || { echo "fuzz: no clang++; set CLANG to one" >&2; exit 2; }
cmake -S tests/fuzz -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
cmake --build build-fuzz
mkdir -p build-fuzz/findings
# A length that lies makes a library ask for terabytes. Refused memory is no finding; crashing on the refusal is.
export ASAN_OPTIONS=allocator_may_return_null=1
status=0
for target in build-fuzz/*_fuzzer; do
  name=$(basename "$target" _fuzzer)
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  mkdir -p "build-fuzz/corpus/$name"
  if "$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=1000000 -print_final_stats=1 \
      -artifact_prefix="build-fuzz/findings/$name-" "build-fuzz/corpus/$name" "tests/fuzz/seeds/$name" \
      >"build-fuzz/$name.log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "build-fuzz/$name.log")
    coverage=$(grep -oE 'cov: [0-9]+' "build-fuzz/$name.log" | tail -1)
    echo "$name: $runs inputs in $seconds s, $coverage, nothing found"
  else
    echo "$name: FOUND something, see build-fuzz/$name.log and build-fuzz/findings/"
    status=1
  fi
done
exit $status
