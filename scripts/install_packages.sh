#!/usr/bin/env bash
# Installs the Debian packages that are missing; does nothing where all are there.
# Usage: scripts/install_packages.sh build|mpi|test      mpi: what mpirun needs besides; test has it too
set -euo pipefail

packages=(g++ cmake ninja-build git python3
  libdnnl-dev libeigen3-dev libspectra-dev libhwy-dev librandom123-dev libtomlplusplus-dev libcli11-dev
  nlohmann-json3-dev libfmt-dev libopenblas0
  libsqlitecpp-dev libsqlite3-dev libboost-dev libcpp-httplib-dev pkg-config zlib1g-dev libutf8proc-dev libzip-dev
  libmatio-dev libhdf5-dev libpugixml-dev)
# The page is built with npm. Some distributions of Node.js bring npm along, and Debian's npm cannot stand beside them.
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
case "${1:-build}" in
  build) ;;
  mpi | test) packages+=(openmpi-bin libopenmpi-dev) ;;
  *) echo "usage: scripts/install_packages.sh build|mpi|test" >&2; exit 2 ;;
esac
if [ "${1:-build}" = test ]; then
  # PyTorch judges the engine anew, SciPy the statistics, networkx the graphs, pandas reads the tables; clang-format and the check of the tree
  # need no more than this.
  packages+=(libgtest-dev librapidcheck-dev clang-format python3-numpy python3-torch python3-scipy python3-sklearn
    python3-pandas python3-networkx)
  # The module of the Python package; nanobind and scikit-build-core come by pip (scripts/test.sh).
  packages+=(python3-dev python3-venv python3-nbclient python3-ipykernel python3-matplotlib python3-tqdm)
  packages+=(chromium)
  # Where systemd runs, Debian would start munge as a service: there the test of Slurm is skipped unless it is installed.
  [ -d /run/systemd/system ] || packages+=(munge slurmctld slurmd slurm-client)
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "sextant: this machine has no apt-get; install the equivalents of: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "sextant: run as root once: apt-get install ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
echo "Installing ${missing[*]} ..."
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
