#!/usr/bin/python3
"""The heated plate of bricks in dolfinx: gradient of the mean temperature to one conductivity for each brick.

    plate.py MESH.msh [--compile]

SI units. One line of JSON: seconds, memory, objective, norm of the gradient."""

from measuring import (PETSc, Stages, assemble_matrix, assemble_vector, assembly, direct_solver, parser, read_mesh, solve,
                       varied_values)
import dolfinx.fem as fem
import numpy as np
import ufl

arguments = parser().parse_args()
stages = Stages()

with stages.timed("mesh"):
    mesh, facets, tags = read_mesh(arguments.mesh)
with stages.timed("setup"):
    space = fem.FunctionSpace(mesh, ("CG", 1))
    per_element = fem.FunctionSpace(mesh, ("DG", 0))
    conductivity = fem.Function(per_element)
    conductivity.x.array[:] = varied_values(per_element, 20.0, 1e-2)
temperature, adjoint = fem.Function(space), fem.Function(space)
s, t, c = ufl.TrialFunction(space), ufl.TestFunction(space), ufl.TestFunction(per_element)
dx = ufl.dx(metadata={"quadrature_degree": 2})
one, source = fem.Constant(mesh, 1.0), fem.Constant(mesh, 1e4)
with stages.timed("compile"):
    conduction = fem.form(conductivity * ufl.inner(ufl.grad(s), ufl.grad(t)) * dx)
    heating = fem.form(source * t * dx)
    volume_form, content, mean_source = (fem.form(form) for form in (one * dx, temperature * dx, t * dx))
    of_conductivity = fem.form(-ufl.inner(ufl.grad(temperature), ufl.grad(adjoint)) * c * dx)
if arguments.compile:
    raise SystemExit


def condition(value):
    return [fem.dirichletbc(PETSc.ScalarType(value), fem.locate_dofs_topological(space, 2, facets.find(tags["left"])), space)]


with stages.timed("setup"):
    cooled, cooled_adjoint = condition(300.0), condition(0.0)
    matrix = assembly.create_matrix(conduction)
    load = assembly.create_vector(heating)
    solver = direct_solver(matrix)
volume = fem.assemble_scalar(volume_form)


def solve_forward():
    with stages.timed("assembly"):
        assemble_matrix(matrix, conduction, cooled)
        assemble_vector(load, heating)
        assembly.apply_lifting(load, [conduction], [cooled])
        assembly.set_bc(load, cooled)
    solve(solver, load, temperature, stages, "thermal")
    return fem.assemble_scalar(content) / volume


def solve_gradient():
    """The matrix is that of the forward solve, and symmetric."""
    assemble_vector(load, mean_source)
    assembly.set_bc(load, cooled_adjoint)
    solve(solver, load, adjoint, stages, "adjoint")
    return assembly.assemble_vector(of_conductivity).array / volume


with stages.timed("forward"):
    objective = solve_forward()
with stages.timed("gradient"):
    gradient = solve_gradient()
values = stages.values
values["elements"] = mesh.topology.index_map(3).size_local
values["objective"] = objective
values["gradient_conductivity"] = float(np.linalg.norm(gradient))
values["gradient_along_values"] = float(gradient @ conductivity.x.array)
stages.report()
