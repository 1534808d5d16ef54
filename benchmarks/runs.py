"""Runs of adjoule_benchmarks and of the peers, each in a process of its own; used by compare.py and scaling.py."""
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent


def results_folder(asked, is_whole, build):
    """Where results go: a run of everything replaces those beside the scripts, a part stays in the build folder."""
    folder = asked or (FOLDER / "results" if is_whole else build / "benchmarks" / "results")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def environment(threads, peer=False):
    """Threads of OpenMP; those of OpenBLAS are Adjoule's business, while a peer gets as many."""
    result = dict(os.environ, OMP_NUM_THREADS=str(threads))
    result.pop("OPENBLAS_NUM_THREADS", None)
    if peer or threads == 1:
        result["OPENBLAS_NUM_THREADS"] = str(threads)
    return result


def run_adjoule(program, pattern, threads, timeout=None):
    """The benchmarks whose names match: {name: its numbers}. None where the time ran out."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "results.json"
        command = [program, f"--benchmark_filter={pattern}", f"--benchmark_out={output}", "--benchmark_out_format=json"]
        try:
            outcome = subprocess.run(command, env=environment(threads), capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return None
        if outcome.returncode != 0 or not output.exists():
            sys.exit(f"{' '.join(command)} failed:\n{outcome.stdout}{outcome.stderr}")
        results = {}
        for benchmark in json.loads(output.read_text())["benchmarks"]:
            if benchmark.get("error_occurred"):
                sys.exit(f"{benchmark['name']}: {benchmark['error_message']}")
            results["/".join(part for part in benchmark["name"].split("/") if ":" not in part
                             and part not in ("manual_time", "process_time", "real_time"))] = benchmark
        if not results:
            sys.exit(f"{program} has no benchmark '{pattern}'")
        return results


def run_peer(script, arguments):
    """Its numbers; None, with its message, where the peer is not installed."""
    command = ["/usr/bin/python3", str(FOLDER / "peers" / script), *arguments]
    outcome = subprocess.run(command, env=environment(1, peer=True), capture_output=True, text=True)
    if outcome.returncode == 77:
        print(outcome.stderr.strip(), file=sys.stderr)
        return None
    if outcome.returncode != 0:
        sys.exit(f"{script} failed:\n{outcome.stdout}{outcome.stderr}")
    lines = outcome.stdout.strip().splitlines()
    return json.loads(lines[-1]) if lines else {}


def middle(values):
    return statistics.median(values)


def spread(values, digits=3):
    """'median (least to most)'."""
    def text(value):
        return f"{value:.{digits}g}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{text(middle(values))} ({text(min(values))} to {text(max(values))})"


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=FOLDER).stdout.strip().splitlines()[0]
    except (OSError, IndexError):
        return "unknown"


def machine():
    """What the numbers depend on."""
    model = "unknown"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    packages = {}
    for package in ("libopenblas0-pthread", "libcholmod3", "libumfpack5", "libmumps-seq-5.5", "libpetsc-real3.18",
                    "python3-dolfinx", "libbenchmark1debian"):
        version = first_line("dpkg-query", "--show", "--showformat=${Version}\n", package)
        if version != "unknown":
            packages[package] = version
    return {"date": first_line("date", "--utc", "+%Y-%m-%d %H:%M UTC"), "processor": model, "processors": os.cpu_count(),
            "system": f"{platform.system()} {platform.machine()}", "compiler": first_line("g++", "--version"),
            "adjoule": first_line("git", "describe", "--always", "--dirty"),
            "OPENBLAS_CORETYPE": os.environ.get("OPENBLAS_CORETYPE", "not set"),
            "load_average_at_the_end": os.getloadavg()[1], "packages": packages}


def machine_text(facts):
    packages = ", ".join(f"{name} {version}" for name, version in facts["packages"].items())
    return (f"{facts['date']}, {facts['processors']} x {facts['processor']}, {facts['compiler']}, Adjoule at {facts['adjoule']}; "
            f"OPENBLAS_CORETYPE {facts['OPENBLAS_CORETYPE']}; mean load of the last five minutes {facts['load_average_at_the_end']:.1f}; "
            f"{packages}.")
