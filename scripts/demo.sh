#!/bin/sh
# Builds the command and runs the microactuator example: a solution, its gradient and a picture.
# ADJOULE_SKIP_INSTALL=1 leaves the system's packages alone.
set -eu
cd "$(dirname "$0")/.."

[ "${ADJOULE_SKIP_INSTALL:-0}" = 1 ] || scripts/install-dependencies.sh

cmake --preset release -B build/demo -DADJOULE_BUILD_TESTS=OFF
cmake --build build/demo --target adjoule_command

results=results/microactuator
picture=$results/microactuator.png
mkdir -p "$results"
# VTK draws through X; a virtual screen makes the picture the same with and without a display.
if command -v xvfb-run > /dev/null; then
  on_screen="xvfb-run -a"
else
  on_screen=
fi
$on_screen build/demo/adjoule gradient examples/microactuator/microactuator.toml --output "$results" --picture "$picture"

cat << MESSAGE

The results are in $results/:
  summary.json        the quantities (tip deflection, hottest point, current, heat, strain energy) and, for the first
                      two, the derivative to every number of the case file
  fields.vtu          potential, temperature, displacement and stress, and the sensitivities to the conductivity of each
                      element and to the place of each node; open it with ParaView
  microactuator.png   the deformed actuator, coloured by temperature
In the table above, "% per %" says by how many per cent the quantity changes when that number grows by one per cent.
MESSAGE
