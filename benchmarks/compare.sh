#!/bin/sh
# Builds Adjoule and its benchmarks, makes the meshes, runs Adjoule and dolfinx in turn, and writes results/compare.md.
#   benchmarks/compare.sh [--repeats N] [--cases CASE ...] [--without-peers] [--output FOLDER]
# ADJOULE_SKIP_INSTALL=1 leaves the system's packages alone; ADJOULE_BUILD names another build folder.
set -eu
cd "$(dirname "$0")/.."
build=${ADJOULE_BUILD:-build/release}

[ "${ADJOULE_SKIP_INSTALL:-0}" = 1 ] || scripts/install-dependencies.sh --benchmarks
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DADJOULE_BUILD_BENCHMARKS=ON > /dev/null
cmake --build "$build" --target adjoule_benchmarks adjoule_benchmark_chart adjoule_benchmark_meshes
exec python3 benchmarks/compare.py "$build" "$@"
