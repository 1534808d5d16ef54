"""What the peers' benchmarks have in common: dolfinx or a message, meshes, clocks, one line of JSON."""
import argparse
import json
import resource
import sys
import time

try:
    import gmsh
    import dolfinx
    from mpi4py import MPI
    from petsc4py import PETSc
except ImportError as missing:
    print(f"skipped: {missing.name} is not installed; on Debian 12: apt-get install --no-install-recommends "
          "python3-dolfinx python3-gmsh, and run with /usr/bin/python3", file=sys.stderr)
    sys.exit(77)
from dolfinx.fem import petsc as assembly
from dolfinx.io import gmshio


def parser():
    """What every script takes; each adds its own."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("mesh")
    arguments.add_argument("--compile", action="store_true", help="compile the forms, which are kept, and stop")
    return arguments


class Stages:
    """Numbers by name; `timed` adds wall and processor seconds."""

    def __init__(self):
        self.values = {}

    def timed(self, name):
        stages = self.values

        class Timer:
            def __enter__(self):
                self.start, self.processor_start = time.perf_counter(), time.process_time()

            def __exit__(self, *_):
                for key, seconds in ((name + "_s", time.perf_counter() - self.start),
                                     (name + "_processor_s", time.process_time() - self.processor_start)):
                    stages[key] = stages.get(key, 0.0) + seconds

        return Timer()

    def report(self):
        self.values["peak_MB"] = 1.024e-3 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.values["dolfinx"] = dolfinx.__version__
        self.values["petsc"] = ".".join(str(number) for number in PETSc.Sys.getVersion())
        print(json.dumps(self.values))


def read_mesh(path):
    """Mesh, facet tags, and the tag of each named boundary. (gmshio.read_from_msh of 0.5.2 fails.)"""
    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    gmsh.merge(path)
    tags = {gmsh.model.getPhysicalName(dimension, tag): tag for dimension, tag in gmsh.model.getPhysicalGroups(2)}
    mesh, _, facets = gmshio.model_to_mesh(gmsh.model, MPI.COMM_SELF, 0, gdim=3)
    gmsh.finalize()
    return mesh, facets, tags


def direct_solver(matrix):
    """Symmetric MUMPS: half the work of its LU."""
    solver = PETSc.KSP().create(matrix.getComm())
    matrix.setOption(PETSc.Mat.Option.SYMMETRIC, True)
    solver.setOperators(matrix)
    solver.setType("preonly")
    solver.getPC().setType("cholesky")
    solver.getPC().setFactorSolverType("mumps")
    return solver


def multigrid_solver(matrix, options, near_null_space=None):
    """Conjugate gradients to 1e-8 with algebraic multigrid."""
    matrix.setOption(PETSc.Mat.Option.SYMMETRIC, True)
    matrix.setOption(PETSc.Mat.Option.SPD, True)
    if near_null_space is not None:
        matrix.setNearNullSpace(near_null_space)
    solver = PETSc.KSP().create(matrix.getComm())
    solver.setOperators(matrix)
    solver.setType("cg")
    solver.setTolerances(rtol=1e-8, max_it=2000)
    solver.setNormType(PETSc.KSP.NormType.UNPRECONDITIONED)
    prefix = f"solver{id(solver)}_"
    solver.setOptionsPrefix(prefix)
    for key, value in options.items():
        PETSc.Options()[prefix + key] = value
    solver.setFromOptions()
    return solver


def solve(solver, right_hand_side, solution, stages, name):
    """Sets up (or factorises) where the matrix is new, solves, and insists on success."""
    with stages.timed(name + "_factorization"):
        solver.setUp()
        solver.getPC().setUp()  # also where only the matrix's values are new
    with stages.timed(name + "_solve"):
        solver.solve(right_hand_side, solution.vector)
        solution.x.scatter_forward()
    if solver.getConvergedReason() <= 0:
        sys.exit(f"{name}: the solver stopped with reason {solver.getConvergedReason()}")
    return solver.getIterationNumber()


def assemble_matrix(matrix, form, conditions):
    matrix.zeroEntries()
    assembly.assemble_matrix(matrix, form, bcs=conditions)
    matrix.assemble()


def assemble_vector(vector, form):
    with vector.localForm() as local:
        local.set(0.0)
    if form is not None:
        assembly.assemble_vector(vector, form)


def varied_values(space, mean, length):
    """A value for each element, as Adjoule's benchmark has it: a smooth function of the centroid."""
    import numpy as np
    x = space.tabulate_dof_coordinates()
    return mean * (1.0 + 0.4 * np.sin(x[:, 0] / length) * np.cos(x[:, 1] / length))
