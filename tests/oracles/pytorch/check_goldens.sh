#!/usr/bin/env bash
# Compares every golden file with what the installed PyTorch says now. Exit 77 (skipped) where there is none.
# Usage: check_goldens.sh PYTHON
set -euo pipefail
"$1" -c 'import torch' 2>/dev/null || { echo "skipped: $1 has no PyTorch"; exit 77; }
exec "$1" "$(dirname "$0")/make_goldens.py" --check
