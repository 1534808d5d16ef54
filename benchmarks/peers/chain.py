#!/usr/bin/python3
"""The electrothermal actuator in dolfinx: potential, Joule heat, temperature, displacement; gradient of the mean sideways
displacement of the tip to one electrical conductivity for each element.

    chain.py MESH.msh [--solver direct|multigrid] [--compile]

SI units. One line of JSON: seconds, iterations, memory, objective, norm of the gradient."""

from measuring import (PETSc, Stages, assemble_matrix, assemble_vector, assembly, direct_solver, multigrid_solver, parser,
                       read_mesh, solve, varied_values)
import dolfinx.fem as fem
import numpy as np
import ufl

arguments = parser()
arguments.add_argument("--solver", choices=("direct", "multigrid"), default="direct")
arguments = arguments.parse_args()
stages = Stages()

with stages.timed("mesh"):
    mesh, facets, tags = read_mesh(arguments.mesh)
with stages.timed("setup"):
    scalars = fem.FunctionSpace(mesh, ("CG", 1))
    vectors = fem.VectorFunctionSpace(mesh, ("CG", 1))
    per_element = fem.FunctionSpace(mesh, ("DG", 0))
    conductivity = fem.Function(per_element)
    conductivity.x.array[:] = varied_values(per_element, 1e4, 1e-5)
voltage, ambient, thermal_conductivity = 2.0, 300.0, 50.0
young, poisson, expansion = 160e9, 0.3, 2.6e-6
lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
shear = young / (2 * (1 + poisson))

phi, temperature, u = fem.Function(scalars), fem.Function(scalars), fem.Function(vectors)
adjoint_phi, adjoint_temperature, adjoint_u = fem.Function(scalars), fem.Function(scalars), fem.Function(vectors)
s, t = ufl.TrialFunction(scalars), ufl.TestFunction(scalars)
w, v = ufl.TrialFunction(vectors), ufl.TestFunction(vectors)
c = ufl.TestFunction(per_element)
dx = ufl.dx(metadata={"quadrature_degree": 1})  # all integrands are linear at most
tip = ufl.Measure("ds", domain=mesh, subdomain_data=facets)(tags["tip"])
grad, inner = ufl.grad, ufl.inner


def strain(field):
    return ufl.sym(grad(field))


heating = inner(grad(phi), grad(phi))
expanding = (3 * lame + 2 * shear) * expansion
forms = {
    "electrical": conductivity * inner(grad(s), grad(t)) * dx,
    "thermal": thermal_conductivity * inner(grad(s), grad(t)) * dx,
    "mechanical": inner(2 * shear * strain(w) + lame * ufl.tr(strain(w)) * ufl.Identity(3), strain(v)) * dx,
    "heat": conductivity * heating * t * dx,
    "expansion": expanding * (temperature - ambient) * ufl.div(v) * dx,
    "tip_area": fem.Constant(mesh, 1.0) * tip,
    "tip_motion": u[1] * tip,
    "tip_load": v[1] * tip,
    # Adjoint sources: how the next residual depends on this field.
    "of_temperature": expanding * t * ufl.div(adjoint_u) * dx,
    "of_potential": 2 * conductivity * inner(grad(phi), grad(t)) * adjoint_temperature * dx,
    "of_conductivity": (heating * adjoint_temperature - inner(grad(phi), grad(adjoint_phi))) * c * dx,
}
with stages.timed("compile"):
    forms = {name: fem.form(form) for name, form in forms.items()}
if arguments.compile:
    raise SystemExit


def hold(space, values):
    return [fem.dirichletbc(value, fem.locate_dofs_topological(space, 2, facets.find(tags[name])), *more)
            for name, value, more in values]


def scalar_conditions(hot, cold):
    return hold(scalars, [("hot", PETSc.ScalarType(hot), (scalars,)), ("cold", PETSc.ScalarType(cold), (scalars,))])


def rigid_motions():
    """Orthonormal translations and rotations about the middle."""
    x = vectors.tabulate_dof_coordinates()
    x = x - x.mean(axis=0)
    modes = np.zeros((6, len(x), 3))
    for axis in range(3):
        modes[axis, :, axis] = 1.0
        modes[3 + axis, :] = np.cross(np.eye(3)[axis], x)
    orthonormal, _ = np.linalg.qr(modes.reshape(6, -1).T)
    basis = []
    for column in orthonormal.T:
        vector = u.vector.copy()
        vector.array[:] = column
        basis.append(vector)
    return PETSc.NullSpace().create(vectors=basis)


boomeramg = {"pc_type": "hypre", "pc_hypre_type": "boomeramg", "pc_hypre_boomeramg_coarsen_type": "HMIS",
             "pc_hypre_boomeramg_interp_type": "ext+i", "pc_hypre_boomeramg_strong_threshold": 0.5,
             "pc_hypre_boomeramg_P_max": 4}
gamg = {"pc_type": "gamg", "pc_gamg_threshold": 0.02, "pc_gamg_square_graph": 1, "mg_levels_ksp_type": "chebyshev",
        "mg_levels_pc_type": "jacobi", "mg_levels_ksp_max_it": 3}
with stages.timed("setup"):
    conditions = {"electrical": scalar_conditions(voltage, 0.0), "thermal": scalar_conditions(ambient, ambient),
                  "mechanical": hold(vectors, [("hot", np.zeros(3), (vectors,)), ("cold", np.zeros(3), (vectors,))])}
    free_conditions = {**conditions, "electrical": scalar_conditions(0.0, 0.0), "thermal": scalar_conditions(0.0, 0.0)}
    matrices = {name: assembly.create_matrix(forms[name]) for name in conditions}
    loads = {name: assembly.create_vector(forms[load]) for name, load in
             (("electrical", "heat"), ("thermal", "heat"), ("mechanical", "expansion"))}
    solvers = {}
    for name, matrix in matrices.items():
        if arguments.solver == "direct":
            solvers[name] = direct_solver(matrix)
        elif name == "mechanical":
            solvers[name] = multigrid_solver(matrix, gamg, rigid_motions())
        else:
            solvers[name] = multigrid_solver(matrix, boomeramg)
iterations = {}


def stage(name, load, field):
    with stages.timed(name + "_assembly"):
        assemble_matrix(matrices[name], forms[name], conditions[name])
        assemble_vector(loads[name], load)
        assembly.apply_lifting(loads[name], [forms[name]], [conditions[name]])
        assembly.set_bc(loads[name], free_conditions[name])
    # Without the prescribed values, whose size has nothing to do with the loads': the iteration stops relative to these.
    iterations[name] = solve(solvers[name], loads[name], field, stages, name)
    assembly.set_bc(field.vector, conditions[name])


def solve_forward():
    stage("electrical", None, phi)
    stage("thermal", forms["heat"], temperature)
    stage("mechanical", forms["expansion"], u)
    return fem.assemble_scalar(forms["tip_motion"]) / tip_area


def adjoint_stage(name, source, field):
    assemble_vector(loads[name], source)
    assembly.set_bc(loads[name], free_conditions[name])
    iterations["adjoint_" + name] = solve(solvers[name], loads[name], field, stages, "adjoint_" + name)


def solve_gradient():
    """The matrices are those of the forward solve, and symmetric."""
    adjoint_stage("mechanical", forms["tip_load"], adjoint_u)
    adjoint_stage("thermal", forms["of_temperature"], adjoint_temperature)
    adjoint_stage("electrical", forms["of_potential"], adjoint_phi)
    return assembly.assemble_vector(forms["of_conductivity"]).array / tip_area


tip_area = fem.assemble_scalar(forms["tip_area"])
with stages.timed("forward"):
    objective = solve_forward()
with stages.timed("gradient"):
    gradient = solve_gradient()
values = stages.values
values["iterations"] = iterations
values["elements"] = mesh.topology.index_map(3).size_local
values["objective"] = objective
values["hottest_K"] = float(temperature.x.array.max())
values["gradient_electrical_conductivity"] = float(np.linalg.norm(gradient))
values["gradient_along_values"] = float(gradient @ conductivity.x.array)
stages.report()
