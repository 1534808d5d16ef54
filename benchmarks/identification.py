#!/usr/bin/env python3
"""How often the 95 % intervals of a fit hold the truth.

Makes the data of examples/identify_rubber anew with each of the seeds 1 to N, fits them, and counts for each unknown how
often its interval holds the value that the data were made with. Needs the command `adjoule` and nothing but Python's own
library.

    benchmarks/identification.py path/to/adjoule [--runs 50] [--case identify_rubber.toml] [--truth truth.toml]
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import tempfile
import tomllib

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent / "examples" / "identify_rubber"


def truth_of(case, path):
    """The number of a case file at a path such as materials.rubber.elasticity.mu.0."""
    value = case
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("adjoule")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--case", default="identify_rubber.toml")
    parser.add_argument("--truth", default="truth.toml")
    options = parser.parse_args()
    adjoule = str(pathlib.Path(options.adjoule).resolve())
    case = tomllib.loads((EXAMPLE / options.case).read_text())
    truth = tomllib.loads((EXAMPLE / options.truth).read_text())
    camera, cell = case["identify"]["data"]["camera"], case["identify"]["data"]["load_cell"]
    held = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in ("sheet.geo", "points.csv", options.case, options.truth):
            shutil.copy(EXAMPLE / file, folder)
        for seed in range(1, options.runs + 1):
            made = [adjoule, "synthesize", options.truth, "--points", "points.csv", "--noise", str(camera["noise"]),
                    "--quantity", f"pull={cell['noise']}", "--seed", str(seed), "--output", ".", "--quiet"]
            subprocess.run(made, cwd=folder, check=True)
            (folder / "displacement.csv").replace(folder / camera["file"])
            (folder / "pull.csv").replace(folder / cell["file"])
            fit = subprocess.run([adjoule, "identify", options.case, "--json"], cwd=folder, check=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for path, entry in json.loads(fit.stdout)["identified"].items():
                lower, upper = entry["interval_95"]
                inside = lower <= truth_of(truth, path) <= upper
                held.setdefault(path, []).append(inside)
                print(f"{seed:4d}  {path}: {entry['value']:.6g}, {lower:.6g} to {upper:.6g}"
                      f"{'' if inside else '   <- without the truth'}", flush=True)
    for path, inside in held.items():
        print(f"{path}: the interval held the truth in {sum(inside)} of {len(inside)} runs")


if __name__ == "__main__":
    main()
