#!/bin/sh
# Installs the Debian packages that Adjoule needs, and only those that are missing.
#   scripts/install-dependencies.sh            what the library, the command and its pictures need
#   scripts/install-dependencies.sh --tests    also what the tests and the format check need
#   scripts/install-dependencies.sh --benchmarks    also what the benchmark programs need
#   scripts/install-dependencies.sh --list     prints the package names and installs nothing
set -eu

build_packages="g++ cmake ninja-build
  libeigen3-dev libsuitesparse-dev libopenblas-pthread-dev libmumps-seq-dev libpetsc-real-dev
  libgmsh-dev libvtk9-dev libx11-dev
  libtomlplusplus-dev libcli11-dev tao-pegtl-dev nlohmann-json3-dev libspdlog-dev libfmt-dev
  libudunits2-dev libplplot-dev plplot-driver-cairo libnlopt-dev libceres-dev"
picture_packages="xvfb xauth libgl1-mesa-dri"
test_packages="libgtest-dev clang-format git"
benchmark_packages="libbenchmark-dev python3"

packages="$build_packages $picture_packages"
list_only=no
for argument in "$@"; do
  case "$argument" in
    --tests) packages="$packages $test_packages" ;;
    --benchmarks) packages="$packages $benchmark_packages" ;;
    --list) list_only=yes ;;
    *)
      echo "install-dependencies.sh: unknown option '$argument'; it knows --tests, --benchmarks and --list" >&2
      exit 2
      ;;
  esac
done
# Unquoted on purpose: one word a package.
# shellcheck disable=SC2086,SC2116
packages=$(echo $packages)
if [ "$list_only" = yes ]; then
  echo "$packages"
  exit 0
fi

system=unknown
system_version=
if [ -r /etc/os-release ]; then
  system=$(. /etc/os-release && echo "${ID:-unknown}")
  system_version=$(. /etc/os-release && echo "${VERSION_ID:-}")
fi
if [ "$system" != debian ] || ! command -v apt-get > /dev/null; then
  cat >&2 << MESSAGE
install-dependencies.sh: this script installs packages on Debian only; this system is '$system $system_version'.
Install these by hand, then run the same command again with ADJOULE_SKIP_INSTALL=1 in the environment:
  a C and C++20 compiler (g++ 12), CMake 3.22, Ninja
  Eigen 3.4, SuiteSparse (CHOLMOD, UMFPACK), OpenBLAS built with pthreads, not with OpenMP
  for large and for unsymmetric systems, built in where found: MUMPS 5 without MPI, PETSc 3.18 with real numbers
  Gmsh SDK 4.8 (gmsh.h and libgmsh), VTK 9.1
  toml++, CLI11, PEGTL 3.2, nlohmann-json, spdlog, fmt
  UDUNITS-2, PLplot with its cairo driver, NLopt, Ceres Solver
  for pictures without a display: Xvfb with xvfb-run, xauth, Mesa's software OpenGL
  for the tests: GoogleTest, clang-format 14, git
  for the benchmarks: Google Benchmark, Python 3
The Debian packages of the same things: $packages
MESSAGE
  exit 1
fi
[ "$system_version" = 12 ] || echo "install-dependencies.sh: tried on Debian 12; this is Debian ${system_version:-testing}" >&2

missing=
for package in $packages; do
  if [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2> /dev/null)" != installed ]; then
    missing="$missing $package"
  fi
done
if [ -z "$missing" ]; then
  echo "All packages that Adjoule needs are installed."
  exit 0
fi

as_root=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "install-dependencies.sh: installing packages needs root or sudo. As root, run:" >&2
    echo "  apt-get install --no-install-recommends$missing" >&2
    exit 1
  fi
  as_root=sudo
fi
echo "Installing:$missing"
$as_root apt-get update
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing
