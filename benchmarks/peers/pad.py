#!/usr/bin/python3
"""The rubber pad in dolfinx: forward solve, and gradient of half the sum of squared nodal displacements.

    pad.py MESH.msh [--order 2] [--load-steps 4] [--compile]

Ogden's energy 2 mu/alpha^2 (l1^alpha + l2^alpha + l3^alpha - 3) + K/2 (J - 1)^2 of the isochoric stretches l. SI units. One line
of JSON: seconds, iterations, memory, objective, derivatives to mu, alpha, K."""
import math

from measuring import Stages, assemble_matrix, assemble_vector, assembly, direct_solver, parser, read_mesh, solve
import dolfinx.fem as fem
import numpy as np
import ufl

arguments = parser()
arguments.add_argument("--order", type=int, default=1)
arguments.add_argument("--load-steps", type=int, default=4)
arguments.add_argument("--tolerance", type=float, default=1e-8)
arguments = arguments.parse_args()
stages = Stages()

with stages.timed("mesh"):
    mesh, facets, tags = read_mesh(arguments.mesh)
with stages.timed("setup"):
    space = fem.VectorFunctionSpace(mesh, ("CG", arguments.order))
u, adjoint, top_motion, step = (fem.Function(space) for _ in range(4))
test, trial = ufl.TestFunction(space), ufl.TrialFunction(space)

constants = [fem.Constant(mesh, value) for value in (0.4e6, 2.5, 8e6)]
mu, alpha, bulk = parameters = [ufl.variable(constant) for constant in constants]
deformation = ufl.Identity(3) + ufl.grad(u)
volume_ratio = ufl.det(deformation)
cauchy_green = volume_ratio ** (-2 / 3) * deformation.T * deformation
# Eigenvalues of a symmetric matrix by trigonometry (Smith 1961). The square root and the arc cosine have no derivative
# where two eigenvalues are equal: a perturbation of 1e-7 of the (squared) spread keeps them away from it.
mean = ufl.tr(cauchy_green) / 3
deviator = cauchy_green - mean * ufl.Identity(3)
spread = ufl.sqrt(ufl.inner(deviator, deviator) / 6 + 1e-7)
angle = ufl.acos(ufl.det(deviator) / (2 * spread**3)) / 3
squared_stretches = [mean + 2 * spread * ufl.cos(angle + 2 * math.pi * k / 3) for k in range(3)]
energy_density = (2 * mu / alpha**2 * (sum(square ** (alpha / 2) for square in squared_stretches) - 3)
                  + bulk / 2 * (volume_ratio - 1) ** 2)
# The stress of linear elements is constant: one point. Quadratic elements get the rule of degree 2.
dx = ufl.dx(metadata={"quadrature_degree": arguments.order})
residual = ufl.derivative(energy_density * dx, u, test)
with stages.timed("compile"):
    residual_form = fem.form(residual)
    tangent_form = fem.form(ufl.derivative(residual, u, trial))
    parameter_forms = [fem.form(ufl.derivative(ufl.diff(energy_density, parameter) * dx, u, adjoint))
                       for parameter in parameters]
if arguments.compile:
    raise SystemExit

with stages.timed("setup"):
    still = fem.Function(space)
    conditions = [fem.dirichletbc(value, fem.locate_dofs_topological(space, 2, facets.find(tags[name])))
                  for name, value in (("bottom", still), ("top", top_motion))]
    prescribed = np.unique(np.concatenate([condition.dof_indices()[0] for condition in conditions]))
    tangent = assembly.create_matrix(tangent_form)
    force = assembly.create_vector(residual_form)
    solver = direct_solver(tangent)


def solve_forward():
    """Newton's method from rest, the prescribed motion raised in equal steps; it enters through the tangent."""
    iterations = 0
    u.x.array[:] = 0.0
    for load_step in range(1, arguments.load_steps + 1):
        motion = top_motion.x.array.reshape(-1, 3)
        motion[:] = np.array([4e-3, 0.0, -1e-3]) * load_step / arguments.load_steps
        first_norm = None
        while True:
            with stages.timed("residual"):
                assemble_vector(force, residual_form)
                if first_norm is None:
                    assembly.apply_lifting(force, [tangent_form], [conditions], [u.vector], -1.0)
                assembly.set_bc(force, conditions, u.vector, -1.0)
            norm = force.norm()
            if not math.isfinite(norm):
                raise SystemExit("Newton's method diverged")
            if first_norm is None:
                first_norm = norm
            elif norm <= arguments.tolerance * first_norm:
                break
            with stages.timed("tangent"):
                assemble_matrix(tangent, tangent_form, conditions)
            solve(solver, force, step, stages, "newton")
            u.vector.axpy(-1.0, step.vector)
            u.x.scatter_forward()
            iterations += 1
    return iterations


def solve_gradient():
    """Adjoint of the tangent at the solution, which is assembled and factorised anew."""
    assemble_matrix(tangent, tangent_form, conditions)
    source = u.vector.copy()
    source.array[prescribed] = 0.0
    solve(solver, source, adjoint, stages, "adjoint")
    return [-fem.assemble_scalar(form) for form in parameter_forms]


with stages.timed("forward"):
    iterations = solve_forward()
with stages.timed("gradient"):
    gradient = solve_gradient()
values = stages.values
values["iterations"] = iterations
values["elements"] = mesh.topology.index_map(3).size_local
values["unknowns"] = 3 * space.dofmap.index_map.size_local - len(prescribed)
for clock in ("s", "processor_s"):
    values["tangent_us_" + clock] = 1e6 * (values["residual_" + clock] + values["tangent_" + clock]) / (
        iterations * values["elements"])
values["objective"] = 0.5 * float(u.vector.array @ u.vector.array)
for name, derivative in zip(("mu", "alpha", "bulk"), gradient):
    values["gradient_" + name] = derivative
values["gradient_along_values"] = sum(d * float(c.value) for d, c in zip(gradient, constants))
stages.report()
