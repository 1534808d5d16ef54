#!/usr/bin/env python3
"""Time and memory against the size of the model, and the gradient's time against the number of parameters: fills
results/scaling.json, results/scaling.md and the charts results/scaling_*.png. compare.sh builds what this needs."""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

from runs import machine, machine_text, results_folder, run_adjoule

FAMILIES = {"heat": "heat", "elasticity": "linear elasticity", "hyperelasticity": "hyperelasticity", "chain": "electrothermal chain"}
SIZES = [1000, 10000, 100000, 300000, 1000000]
PARAMETERS = [10**power for power in range(7)]
FIT_FROM = 5000  # unknowns: below it fixed costs show


def exponent(points, key):
    """Slope of log(value) against log(unknowns), least squares; None for fewer than two points."""
    logs = [(math.log(point["unknowns"]), math.log(point[key])) for point in points if point["unknowns"] >= FIT_FROM]
    if len(logs) < 2:
        return None
    mean_x, mean_y = (sum(values) / len(logs) for values in zip(*logs))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def measure(program, name, threads, time_limit):
    print(f"{name}, {threads} thread(s)", end=": ", flush=True)
    numbers = run_adjoule(program, f"^scaling/{name}/solve", threads, time_limit)
    if numbers is None:
        print(f"not done after {time_limit:g} s", flush=True)
        return None
    point = next(iter(numbers.values()))
    print(f"{point['unknowns']:,.0f} unknowns, forward {point['forward_s']:.3g} s, gradient {point['gradient_s']:.3g} s, "
          f"{point['peak_MB']:.0f} MB, {point['label']}", flush=True)
    return point


def measure_family(program, family, largest, threads, time_limit):
    points = []
    for size in SIZES:
        if size > largest:
            break
        point = measure(program, f"{family}/{size}", threads, time_limit)
        if point is None:
            break  # larger ones take longer still
        points.append(point)
    return points


def axis(label):
    return {"label": label, "logarithmic": True}


def series(label, points, x, y, color, style):
    return {"label": label, "style": style, "color": color, "x": [point[x] for point in points], "y": [point[y] for point in points]}


def draw(chart_program, panels, picture, height):
    with tempfile.TemporaryDirectory() as folder:
        description = pathlib.Path(folder) / "chart.json"
        description.write_text(json.dumps({"panels": panels, "width": 1200, "height": height}))
        outcome = subprocess.run([chart_program, description, picture], capture_output=True, text=True)
        if outcome.returncode != 0:
            sys.exit(f"{picture}: {outcome.stderr}")


def panels_of(families, quantities):
    """A panel for each (key, title, label, threads): lines for the first number of threads, markers for the others."""
    result = []
    for key, title, label, threads_shown in quantities:
        lines = []
        for color, (family, by_threads) in enumerate(families.items()):
            for threads in threads_shown:
                slope = exponent(by_threads[threads], key)
                first = threads == threads_shown[0]
                name = FAMILIES[family] + (f": n^{slope:.2f}" if slope else "") if first else ""  # one entry of the legend each
                style = "line_and_markers" if first else "markers"
                if by_threads[threads]:
                    lines.append(series(name, by_threads[threads], "unknowns", key, color, style))
        result.append({"title": title, "x": axis("unknowns n"), "y": axis(label), "series": lines})
    return result


def table(families):
    lines = ["| physics | threads | unknowns | forward, s | gradient, s | set-up, s | peak memory, MB | kB an unknown | solver |",
             "|---|---|---|---|---|---|---|---|---|"]
    for family, by_threads in families.items():
        for threads, points in by_threads.items():
            for point in points:
                lines.append(f"| {FAMILIES[family]} | {threads} | {point['unknowns']:,.0f} | {point['forward_s']:.3g} | {point['gradient_s']:.3g} | "
                             f"{point['setup_s']:.3g} | {point['peak_MB']:,.0f} | {1e3 * point['peak_MB'] / point['unknowns']:.2g} | {point['label']} |")
    return lines


def exponents(families):
    def text(points, key):
        slope = exponent(points, key)
        return f"{slope:.2f}" if slope else ""
    lines = [f"| exponent of n, from n = {FIT_FROM:,} on | threads | forward | gradient | memory |", "|---|---|---|---|---|"]
    for family, by_threads in families.items():
        for threads, points in by_threads.items():
            lines.append(f"| {FAMILIES[family]} | {threads} | " + " | ".join(text(points, key) for key in ("forward_s", "gradient_s", "peak_MB")) + " |")
    return lines


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("build", type=pathlib.Path, help="build folder with adjoule_benchmarks")
    options.add_argument("--largest", type=float, default=1e6, help="number of unknowns")
    options.add_argument("--families", nargs="+", choices=list(FAMILIES), default=list(FAMILIES), metavar="FAMILY",
                         help=", ".join(FAMILIES))
    options.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    options.add_argument("--time-limit", type=float, default=120.0, help="s, of one run; a family ends with the first that takes longer")
    options.add_argument("--output", type=pathlib.Path, metavar="FOLDER",
                         help="for the results; otherwise benchmarks/results if all is measured, and benchmarks/results in the build folder if not")
    options = options.parse_args()
    folder = options.build / "benchmarks"
    program, chart_program = folder / "adjoule_benchmarks", folder / "adjoule_benchmark_chart"
    if not program.exists() or not chart_program.exists():
        sys.exit(f"there is no {program} or no {chart_program.name}: build both targets, as compare.sh does")
    families = {family: {threads: measure_family(program, family, options.largest, threads, options.time_limit)
                         for threads in options.threads} for family in options.families}
    is_whole = options.families == list(FAMILIES) and options.largest >= SIZES[-1] and options.threads == [1, 2]
    counts = PARAMETERS if "heat" in options.families else []
    by_count = [point for point in (measure(program, f"parameters/{count}", 1, options.time_limit) for count in counts) if point]
    facts = machine()
    results = results_folder(options.output, is_whole, options.build)
    (results / "scaling.json").write_text(json.dumps({"machine": facts, "families": families, "parameters": by_count}, indent=1) + "\n")
    lines = f"lines: {options.threads[0]} thread(s)" + (f", markers alone: {options.threads[1]}" if len(options.threads) > 1 else "")
    draw(chart_program,
         panels_of(families, [("forward_s", f"Forward solve ({lines})", "time, s", options.threads),
                              ("gradient_s", f"Gradient to one value for each element ({lines})", "time, s", options.threads)]),
         results / "scaling_time.png", 1400)
    draw(chart_program, panels_of(families, [("peak_MB", "Peak memory of the process", "memory, MB", options.threads[:1])]),
         results / "scaling_memory.png", 700)
    if by_count:
        draw(chart_program, [{"title": f"Heat, {by_count[0]['unknowns']:,.0f} unknowns: gradient and number of parameters",
                              "x": axis("parameters"), "y": axis("time, s"),
                              "series": [series("forward solve", by_count, "parameters", "forward_s", 0, "line_and_markers"),
                                         series("gradient", by_count, "parameters", "gradient_s", 1, "line_and_markers")]}],
             results / "scaling_parameters.png", 700)
    text = "\n".join([machine_text(facts), "", *exponents(families), "", *table(families), "",
                      "| parameters | forward, s | gradient, s | gradient / forward |", "|---|---|---|---|",
                      *(f"| {point['parameters']:,.0f} | {point['forward_s']:.3g} | {point['gradient_s']:.3g} | "
                        f"{point['gradient_s'] / point['forward_s']:.3f} |" for point in by_count), ""])
    (results / "scaling.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
