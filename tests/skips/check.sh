#!/usr/bin/env bash
# scripts/run_ctest.py on a few tests made here: an expected skip passes, any other fails, a failure stays a failure, and
# CTest's summary comes last. Usage: check.sh PROJECT
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cat >"$directory/CTestTestfile.cmake" <<'TESTS'
add_test(runs true)
add_test(skips.by_code sh -c "exit 77")
set_tests_properties(skips.by_code PROPERTIES SKIP_RETURN_CODE 77)
add_test("skips.by_text/<2 bytes>" echo "[  SKIPPED ]")
set_tests_properties("skips.by_text/<2 bytes>" PROPERTIES SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
add_test(fails false)
TESTS

fail() { echo "$1"; cat "$directory/printed"; exit 1; }
# run CODE LIST ARGUMENT ...
run() {
  local expected=$1 code=0
  echo "$2" >"$directory/list"
  "$project/scripts/run_ctest.py" "$directory/list" --test-dir "$directory" "${@:3}" >"$directory/printed" 2>&1 || code=$?
  [ $code -eq "$expected" ] || fail "exit code $code instead of $expected"
}
says() { grep -qF -- "$1" "$directory/printed" || fail "not said: $1"; }

project=$1
both=$'# remark\nskips.by_code  it may\nskips.by_text/*  it may too\nruns  may run as well'
run 0 "$both" -E fails
says 'skipped tests: 2, unexpected: 0'
# From the summary on everything is CTest's own.
sed -n '/tests passed/,$p' "$directory/printed" |
  grep -vE '^$|^100% tests passed|^Total Test time|^The following tests did not run:|^\s+[0-9]+ - skips.* \(Skipped\)$' &&
  fail 'something follows the summary'
run 1 'skips.by_code  it may' -E fails
says ': skips.by_text/<2 bytes>'
run 1 '# nothing' -R by_code
says ': skips.by_code'
run 8 "$both"  # CTest's own code
run 0 '# nothing' -R runs
run 0 '# nothing' -R no_such_test
run 1 'skips.by_code'
says "'skips.by_code' has no reason"
