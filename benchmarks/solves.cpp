#include "solves.hpp"

#include "process_clock.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <omp.h>

#include <cmath>
#include <numeric>

namespace adjoule::benchmarks {
namespace {

void count_gradient(benchmark::State& state, const MeasuredModel& model, const Gradient& gradient) {
  const Parameters& parameters = model.system->parameters();
  state.counters["objective"] = gradient.value;
  state.counters["adjoint_error"] = gradient.adjoint_error;
  double count = 0.0, along_values = 0.0; // the derivative along the parameters' own values
  for (const Parameter parameter : model.wanted) {
    const std::span<const double> values = parameters.values(parameter);
    const std::span<const double> part = parameters.part(gradient.parameters, parameter);
    const double square = std::inner_product(part.begin(), part.end(), part.begin(), 0.0);
    state.counters["gradient_" + parameters.path(parameter)] = part.size() == 1 ? part[0] : std::sqrt(square);
    along_values += std::inner_product(part.begin(), part.end(), values.begin(), 0.0);
    count += static_cast<double>(part.size());
  }
  state.counters["gradient_along_values"] = along_values;
  state.counters["parameters"] = count;
}

void measure_solve(benchmark::State& state, const MeasuredCase& measured) {
  std::string solver;
  for (auto _ : state) {
    Mesh mesh = measured.mesh();
    state.counters["mesh_MB"] = peak_megabytes();
    const ProcessClock setup_clock;
    MeasuredModel model = measured.model(std::move(mesh));
    model.system->prepare();
    state.counters["setup_s"] = setup_clock.wall();

    const ProcessClock forward_clock;
    const State solution = model.system->solve_steady_state(model.options);
    state.SetIterationTime(forward_clock.wall());
    state.counters["forward_s"] = forward_clock.wall();
    state.counters["forward_processor_s"] = forward_clock.processor();
    state.counters["forward_MB"] = peak_megabytes();

    const ProcessClock gradient_clock;
    const std::vector<Gradient> gradients = model.system->gradient(solution, {model.objective.get()});
    state.counters["gradient_s"] = gradient_clock.wall();
    state.counters["gradient_processor_s"] = gradient_clock.processor();

    const SolveReport& report = solution.report;
    state.counters["assembly_s"] = report.assembly_seconds;
    state.counters["factorization_s"] = report.factorization_seconds;
    state.counters["linear_solve_s"] = report.solve_seconds;
    state.counters["unknowns"] = static_cast<double>(report.unknowns);
    state.counters["elements"] = static_cast<double>(model.system->mesh().element_count());
    state.counters["newton_iterations"] = report.newton_iterations;
    state.counters["load_steps"] = report.load_steps;
    count_gradient(state, model, gradients.front());
    solver = report.linear_solver;
  }
  state.counters["peak_MB"] = peak_megabytes();
  state.counters["threads"] = omp_get_max_threads();
  state.SetLabel(solver);
}

/// Displacements of a smooth shear whose stretches differ everywhere; other fields rest at 300.
FieldValues smooth_fields(const MultiphysicsSystem& system) {
  FieldValues fields;
  const auto [low, high] = system.mesh().bounding_box();
  const double height = high[2] - low[2];
  for (const Field& field : system.space().fields()) {
    std::vector<double> values(
        static_cast<std::size_t>(system.mesh().node_count()) * static_cast<std::size_t>(field.components), 300.0);
    if (field.name == "displacement") {
      for (std::size_t node = 0; 3 * node < values.size(); ++node) {
        const double z = (system.mesh().coordinates()[node][2] - low[2]) / height;
        values[3 * node] = 0.4 * height * z;
        values[3 * node + 1] = 0.02 * height * z * z;
        values[3 * node + 2] = -0.1 * height * z;
      }
    }
    fields.values.push_back(std::move(values));
  }
  return fields;
}

void measure_tangent(benchmark::State& state, const MeasuredCase& measured) {
  MeasuredModel model = measured.model(measured.mesh());
  MultiphysicsSystem& system = *model.system;
  system.prepare();
  const FieldValues fields = smooth_fields(system);
  const Evaluation at = system.evaluation(fields);
  struct Target {
    const PhysicsSystem& physics;
    BlockPattern pattern;
    SparseMatrix matrix;
    std::vector<double> residual;
  };
  std::vector<Target> targets;
  for (const PhysicsSystem* physics : system.systems()) {
    const int components = system.space().fields()[static_cast<std::size_t>(physics->field())].components;
    BlockPattern pattern(system.mesh(), {&physics->constraints()}, {components}, {{true}});
    SparseMatrix matrix = pattern.zero_matrix();
    targets.push_back({*physics, std::move(pattern), std::move(matrix),
                       std::vector<double>(fields.values[static_cast<std::size_t>(physics->field())].size())});
  }
  for (auto _ : state) {
    for (Target& target : targets) {
      std::fill(target.matrix.value.begin(), target.matrix.value.end(), 0.0);
      std::fill(target.residual.begin(), target.residual.end(), 0.0);
      for (const Integral& integral : target.physics.integrals()) {
        add_residual(at, integral, target.residual);
        add_matrix(at, integral, target.physics.field(), MatrixKind::stiffness, target.pattern.plan(0, 0),
                   target.matrix);
      }
      benchmark::DoNotOptimize(target.matrix.value.data());
    }
  }
  state.SetItemsProcessed(state.iterations() * system.mesh().element_count());
  state.counters["elements"] = static_cast<double>(system.mesh().element_count());
  state.counters["threads"] = omp_get_max_threads();
}

/// Failures end a case with their message, not the program.
template <class Measure>
void guarded(benchmark::State& state, Measure measure) {
  try {
    measure();
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

} // namespace

void register_solve(const MeasuredCase& measured) {
  benchmark::RegisterBenchmark(
      (measured.name + "/solve").c_str(),
      [measured](benchmark::State& state) { guarded(state, [&] { measure_solve(state, measured); }); })
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kSecond);
}

void register_tangent(const MeasuredCase& measured) {
  benchmark::RegisterBenchmark(
      (measured.name + "/tangent").c_str(),
      [measured](benchmark::State& state) { guarded(state, [&] { measure_tangent(state, measured); }); })
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}

} // namespace adjoule::benchmarks
