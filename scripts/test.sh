#!/bin/sh
# All that a change has to pass: a build without warnings, the format, and the tests on one and on two threads.
# ADJOULE_SKIP_INSTALL=1 leaves the system's packages alone.
set -eu
cd "$(dirname "$0")/.."

[ "${ADJOULE_SKIP_INSTALL:-0}" = 1 ] || scripts/install-dependencies.sh --tests --benchmarks

if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
  git ls-files -z -- '*.cpp' '*.hpp'
else
  find include src solvers coupling tests benchmarks examples '(' -name '*.cpp' -o -name '*.hpp' ')' -print0
fi | xargs -0 clang-format --dry-run --Werror

cmake --preset ci
cmake --build --preset ci

# The drawing tests need a screen; a virtual one will do.
if command -v xvfb-run > /dev/null; then
  on_screen="xvfb-run -a"
else
  on_screen=
fi
for threads in 1 2; do
  echo "Tests on $threads thread(s)"
  OMP_NUM_THREADS=$threads $on_screen ctest --preset ci
done
