#!/usr/bin/env bash
# Builds the documentation as a site that needs no network to read: build-docs/site/index.html.
# Usage: scripts/docs.sh [PROGRAM] [--all]     PROGRAM: build/sextant by default; --all: experiments in the gallery too
# Sphinx is installed by pip into build-docs/venv the first time (the one step that needs a network).
set -euo pipefail
cd "$(dirname "$0")/.."
program=build/sextant all=
for argument in "$@"; do case $argument in --all) all=--all ;; *) program=$argument ;; esac; done
[ -x "$program" ] || { echo "scripts/docs.sh: no program $program; scripts/quickstart.sh builds it, or give another" >&2; exit 2; }
program=$(realpath "$program")
place=build-docs

echo "[1/4] Links of the Markdown files"
tools/check_links.py
echo "[2/4] Sphinx"
if [ ! -x $place/venv/bin/sphinx-build ]; then
  python3 -m venv $place/venv
  $place/venv/bin/pip install --quiet "sphinx>=7" "myst-parser>=3" "furo>=2024.1.29"
fi
echo "[3/4] Reference and gallery, made by the program"
rm -rf $place/source
mkdir -p $place/source/extra
git ls-files '*.md' examples experiments docs tests/variant | while IFS= read -r file; do
  mkdir -p "$place/source/$(dirname "$file")"
  cp "$file" "$place/source/$file"
done
cp docs/site/conf.py $place/source/
python3 docs/site/reference.py "$program" . $place/source/docs/reference
if [ ! -d $place/gallery ] || [ -n "$all" ] || [ "$program" -nt $place/gallery/gallery.md ]; then
  rm -rf $place/gallery
  python3 docs/site/gallery.py "$program" $place/gallery $place/gallery.md $all
  mv $place/gallery.md $place/gallery/
fi
cp $place/gallery/gallery.md $place/source/docs/gallery.md
cp -r $place/gallery $place/source/extra/gallery
rm -f $place/source/extra/gallery/gallery.md
echo '<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html"><a href="docs/index.html">Sextant</a>' > $place/source/extra/index.html
python3 docs/site/contents.py $place/source/docs
echo "[4/4] Site"
$place/venv/bin/sphinx-build -q -b html $place/source $place/site
echo "The site is $PWD/$place/site/index.html"
