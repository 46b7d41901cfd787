#!/usr/bin/env bash
# The digest of the sources: the same for the same files, another for a changed, added or renamed one, and the header
# is left untouched where nothing changed. Usage: code_version.sh CMAKE PROJECT
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
write() { "$1" -D ROOT=. -D LIST=list -D HEADER="$directory/header.h" -D NAME=SEXTANT_CODE_VERSION -P "$2/cmake/write_code_version.cmake"; }

fail() { echo "$1"; exit 1; }
echo one > a.cpp
echo two > b.cpp
printf 'a.cpp\nb.cpp\n' > list
write "$@"
grep -Eqx '#define SEXTANT_CODE_VERSION "[0-9a-f]{12}"' header.h || fail "not a digest: $(cat header.h)"
cp -p header.h first.h
touch -d '2001-01-01' header.h
write "$@"
[ "$(date -r header.h +%Y)" = 2001 ] || fail "written again without need"
echo three > b.cpp
write "$@"
cmp -s header.h first.h && fail "a changed source has the old digest"
echo two > b.cpp
write "$@"
cmp header.h first.h
mv b.cpp c.cpp
printf 'a.cpp\nc.cpp\n' > list
write "$@"
cmp -s header.h first.h && fail "a renamed source has the old digest"
printf 'a.cpp\n' > list
cp header.h second.h
write "$@"
cmp -s header.h second.h && fail "a missing source has the old digest"
exit 0
