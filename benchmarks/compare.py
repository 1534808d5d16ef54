#!/usr/bin/env python3
"""Adjoule beside its peer, in turn, each run in a process of its own: fills results/compare.json and results/compare.md.

compare.sh builds what this needs and calls it."""
import argparse
import json
import pathlib
import sys

from runs import machine, machine_text, middle, results_folder, run_adjoule, run_peer, spread


class Case:
    """`peers`: command lines by name; `goals`: largest ratio to the better peer."""

    def __init__(self, name, title, peers, goals):
        self.name, self.title, self.peers, self.goals = name, title, peers, goals


CASES = [
    Case("pad_12480", "pad, 12,480 linear tetrahedra, 4 load steps", {"direct": ("pad.py", "pad_12480")},
         {"forward": 1 / 5, "gradient": 1 / 12}),
    Case("pad_99840", "pad, 99,840 linear tetrahedra, 4 load steps", {"direct": ("pad.py", "pad_99840")},
         {"forward": 1 / 3, "gradient": 1 / 8}),
    Case("pad_12480_quadratic", "pad, 12,480 quadratic tetrahedra, 2 load steps",
         {"direct": ("pad.py", "pad_12480", "--order", "2", "--load-steps", "2")}, {"forward": 1 / 3, "gradient": 1 / 8}),
    Case("chain_246601", "chain, 246,601 linear tetrahedra, one conductivity each",
         {"direct": ("chain.py", "chain_246601"), "multigrid": ("chain.py", "chain_246601", "--solver", "multigrid")},
         {"forward": 1 / 2, "gradient": 1 / 2}),
    Case("plate_512x256", "heat plate, 512 x 256 bricks, one conductivity each", {"direct": ("plate.py", "plate_512x256")},
         {"forward": 1 / 2, "gradient": 1 / 2}),
]
GOAL_OF_TANGENT = {1: 0.6, 2: 0.4}  # us an element, of the first case, threads
GOAL_OF_GRADIENT = 0.04  # of Adjoule's own forward solve, in the first case


def peer_command(command, meshes):
    script, mesh, *options = command
    return script, [str(meshes / f"{mesh}.msh"), *options]


def compile_forms(cases, meshes):
    """Once for all; False where the peer is not installed."""
    commands = {(script, *options): arguments for case in cases for command in case.peers.values()
                for script, arguments in [peer_command(command, meshes)] for options in [arguments[1:]]
                if "--solver" not in options}
    for (script, *_), arguments in commands.items():
        print(f"compiling the forms of {script} {' '.join(arguments[1:])}", flush=True)
        if run_peer(script, [*arguments, "--compile"]) is None:
            return False
    return True


def measure(case, program, meshes, with_peers):
    """One round: the peers and Adjoule on one processor, then Adjoule on two."""
    result = {"peers": {}, "adjoule": {}, "tangent": {}}
    for name, command in case.peers.items() if with_peers else ():
        result["peers"][name] = run_peer(*peer_command(command, meshes))
    for threads in (1, 2):
        numbers = run_adjoule(program, f"^{case.name}/(solve|tangent)", threads)
        result["adjoule"][threads] = numbers[f"{case.name}/solve"]
        tangent = numbers[f"{case.name}/tangent"]
        result["tangent"][threads] = {"tangent_us_s": 1e3 * tangent["real_time"] / tangent["elements"],
                                      "tangent_us_processor_s": 1e3 * tangent["cpu_time"] / tangent["elements"]}
    return result


def best_of_peers(round_, quantity):
    """The fastest solver of each quantity; memory is that of the direct one, as Adjoule's is."""
    if quantity == "peak_MB":
        return round_["peers"]["direct"][quantity]
    return min(numbers[quantity] for numbers in round_["peers"].values())


def verdict(value, goal):
    return "" if goal is None else "met" if value <= goal else "**not met**"


def goal_text(goal):
    return "" if goal is None else f"1/{1 / goal:.0f}" if goal < 1 else f"{goal:.0f}"


def row(title, quantity, ours, peers=None, goal=None):
    """`ours`: values of all rounds by number of threads; the goal is a ratio to the peers'."""
    ratio = [own / peer for own, peer in zip(ours[1], peers)] if peers else None
    return (f"| {title} | {quantity} | {spread(peers) if peers else ''} | {spread(ours[1])} | {spread(ratio) if ratio else ''} | "
            f"{goal_text(goal) if ratio else ''} | {verdict(middle(ratio), goal) if ratio else ''} | {spread(ours[2])} |")


def table(cases, rounds, with_peers, clock):
    lines = ["| work | | dolfinx, 1 core | Adjoule, 1 thread | ratio | goal | | Adjoule, 2 threads |",
             "|---|---|---|---|---|---|---|---|"]
    for case in cases:
        of_case = rounds[case.name]

        def ours(key, group="adjoule"):
            # Two threads are judged by the wall's clock: theirs is a matter of waiting.
            keys = {1: key, 2: key.replace("processor_s", "s")}
            return {threads: [round_[group][threads][keys[threads]] for round_ in of_case] for threads in (1, 2)}

        def peers(key):
            return [best_of_peers(round_, key) for round_ in of_case] if with_peers else None

        for quantity in ("forward", "gradient"):
            key = f"{quantity}_{clock}"
            lines.append(row(case.title if quantity == "forward" else "", f"{quantity}, s", ours(key), peers(key), case.goals[quantity]))
        lines.append(row("", "peak memory, MB", ours("peak_MB"), peers("peak_MB"), 1.0))
        key = f"tangent_us_{clock}"
        tangent = ours(key, "tangent")
        lines.append(row("", "residual, tangent, scatter: us an element", tangent, peers(key) if "pad.py" in case.peers["direct"] else None))
        if case is CASES[0]:
            for threads, goal in GOAL_OF_TANGENT.items():
                lines.append(f"| | the same, us, on {threads} thread(s) | | {middle(tangent[threads]):.3g} | | {goal} | "
                             f"{verdict(middle(tangent[threads]), goal)} | |")
            share = [run[f"gradient_{clock}"] / run[f"forward_{clock}"] for run in (round_["adjoule"][1] for round_ in of_case)]
            lines.append(f"| | gradient / own forward | | {spread(share)} | | {GOAL_OF_GRADIENT} | {verdict(middle(share), GOAL_OF_GRADIENT)} | |")
    return lines


def agreement(cases, rounds):
    """Whether both sides computed the same."""
    lines = ["| work | unknowns | iterations, dolfinx / Adjoule | Adjoule's solver | objective, Adjoule | relative difference | "
             "derivative along the parameters' own values | relative difference | adjoint error |", "|---|---|---|---|---|---|---|---|---|"]
    for case in cases:
        round_ = rounds[case.name][-1]
        ours, peer = round_["adjoule"][1], round_["peers"].get("direct", {})

        def difference(key):
            return f"{abs(ours[key] / peer[key] - 1):.1e}" if key in peer else ""
        iterations = peer.get("iterations", "")
        lines.append(f"| {case.title} | {ours['unknowns']:,.0f} | {iterations if isinstance(iterations, int) else '-'} / {ours['newton_iterations']:.0f} | "
                     f"{ours['label']} | {ours['objective']:.8g} | {difference('objective')} | {ours['gradient_along_values']:.8g} | "
                     f"{difference('gradient_along_values')} | {ours['adjoint_error']:.0e} |")
    return lines


def where_time_goes(cases, rounds):
    parts = ("assembly_s", "factorization_s", "linear_solve_s")
    lines = ["| work | set-up | forward | of which assembly | factorisation | solves | rest | gradient |", "|---|---|---|---|---|---|---|---|"]
    for case in cases:
        ours = [round_["adjoule"][1] for round_ in rounds[case.name]]
        forward = middle([run["forward_s"] for run in ours])
        shares = [middle([run[part] for run in ours]) for part in parts]
        shares.append(forward - sum(shares))
        lines.append(f"| {case.title} | {middle([run['setup_s'] for run in ours]):.3g} | {forward:.3g} | "
                     + " | ".join(f"{share:.3g} ({100 * share / forward:.0f} %)" for share in shares)
                     + f" | {middle([run['gradient_s'] for run in ours]):.3g} |")
    return lines


def main():
    names = [case.name for case in CASES]
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("build", type=pathlib.Path, help="build folder with adjoule_benchmarks and its meshes")
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--cases", nargs="+", choices=names, default=names, metavar="CASE", help=", ".join(names))
    options.add_argument("--without-peers", action="store_true")
    options.add_argument("--output", type=pathlib.Path, metavar="FOLDER",
                         help="for the results; otherwise benchmarks/results if all is measured, and benchmarks/results in the build folder if not")
    options.add_argument("--processor-time", action="store_true",
                         help="compare processor seconds instead of wall seconds: on a machine that is busy with other work")
    options = options.parse_args()
    program, meshes = options.build / "benchmarks" / "adjoule_benchmarks", options.build / "benchmarks" / "meshes"
    if not program.exists():
        sys.exit(f"there is no {program}: run benchmarks/compare.sh, which builds it")
    cases = [case for case in CASES if case.name in options.cases]
    with_peers = not options.without_peers and compile_forms(cases, meshes)
    clock = "processor_s" if options.processor_time else "s"
    rounds = {case.name: [] for case in cases}
    for repeat in range(options.repeats):
        for case in cases:
            print(f"round {repeat + 1} of {options.repeats}: {case.title}", flush=True)
            rounds[case.name].append(measure(case, program, meshes, with_peers))
    facts = machine()
    results = results_folder(options.output, with_peers and cases == CASES, options.build)
    (results / "compare.json").write_text(json.dumps({"machine": facts, "rounds": rounds}, indent=1) + "\n")
    text = "\n".join([
        machine_text(facts), "",
        f"{'Processor seconds of single threads, wall seconds of two. ' if options.processor_time else ''}"
        f"Medians (least to most) of {options.repeats} round(s); ratios are medians of the rounds' own ratios, to the better of the peer's "
        "solvers for each time, and to its direct solver for memory.", "",
        *table(cases, rounds, with_peers, clock), "", "**The same results?**", "", *agreement(cases, rounds), "",
        "**Where Adjoule's time goes** (s, one thread)", "", *where_time_goes(cases, rounds), ""])
    (results / "compare.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
