// What the sheared rubber pad costs: forward solve, and the gradient of the shear force and of the strain energy to
// every number of the model.
//
// 40 x 40 x 10 mm, the bottom held, the top moved 4 mm sideways and 1 mm down; Ogden's energy, K = 20 mu0. README.md
// beside this file says how to run it and what was measured.
#include "adjoule/inverse/quantity.hpp"
#include "adjoule/materials/hyperelastic_energies.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <sys/resource.h>

#include <chrono>
#include <omp.h>

namespace adjoule {
namespace {

struct Arguments {
  std::array<int, 3> boxes{26, 20, 4}; ///< along each side; six tetrahedra a box
  int order = 1;
  int terms = 1;
  int load_steps = 1;
  int repeats = 7;
  double tolerance = SolveOptions{}.tolerance;
};

/// Wall and processor seconds since it was made. The latter count all threads, and what other programs take from the
/// processor does not show in them.
class Clock {
 public:
  double wall() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  double processor() const { return processor_now() - processor_start_; }

 private:
  static double processor_now() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double processor_start_ = processor_now();
};

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0; // from kB
}

/// Adds the pad's material and supports to a model.
void describe_pad(MultiphysicsSystem& model, int terms) {
  const std::vector<double> moduli{0.4e6, 0.1e6}, exponents{2.5, -1.6}; // Pa, convention `abaqus`: mu0 is their sum
  HyperelasticMaterial rubber{{"rubber"}, ogden_energy(terms, OgdenConvention::abaqus, VolumetricLaw::quadratic)};
  double initial_shear_modulus = 0.0;
  for (int p = 0; p < terms; ++p) {
    rubber.properties.push_back(model.number(fmt::format("mu.{}", p), moduli[static_cast<std::size_t>(p)], "Pa"));
    initial_shear_modulus += moduli[static_cast<std::size_t>(p)];
  }
  for (int p = 0; p < terms; ++p)
    rubber.properties.push_back(model.number(fmt::format("alpha.{}", p), exponents[static_cast<std::size_t>(p)]));
  rubber.properties.push_back(model.number("bulk", 20.0 * initial_shear_modulus, "Pa"));
  MechanicalSystem& mechanical = model.mechanical();
  mechanical.set_material(std::move(rubber));
  const CoefficientPointer held = model.number("bottom", 0.0, "m");
  const std::array top{model.number("top.x", 4e-3, "m"), model.number("top.y", 0.0, "m"),
                       model.number("top.z", -1e-3, "m")};
  for (int component = 0; component < 3; ++component) {
    mechanical.prescribe_displacement("bottom", component, held);
    mechanical.prescribe_displacement("top", component, top[static_cast<std::size_t>(component)]);
  }
}

/// Samples of one measured quantity.
class Samples {
 public:
  void add(double sample) { samples_.push_back(sample); }
  std::string text() const {
    std::vector<double> sorted = samples_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    const double median = sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
    return fmt::format("{:10.4f} {:10.4f} {:10.4f}", median, sorted.front(), sorted.back());
  }

 private:
  std::vector<double> samples_;
};

void run(const Arguments& arguments) {
  const std::array<double, 3> boxes{double(arguments.boxes[0]), double(arguments.boxes[1]), double(arguments.boxes[2])};
  const Clock mesh_clock;
  const Mesh mesh = Mesh::read(ADJOULE_BENCHMARK_FOLDER "/pad.geo",
                               {.unit = length_unit("mm"),
                                .order = arguments.order,
                                .parameters = {{"nx", boxes[0]}, {"ny", boxes[1]}, {"nz", boxes[2]}}});
  fmt::print("mesh: {} tetrahedra of order {}, {} nodes, {:.2f} s; threads: {}\n", mesh.element_count(), mesh.order(),
             mesh.node_count(), mesh_clock.wall(), omp_get_max_threads());

  // In the order of the table that is printed.
  enum Measured { setup, forward, forward_processor, assembly, factorisation, solve, gradient, gradient_processor };
  const std::array names{"set-up",  "forward",  "forward, processor time", "  assembly", "  factorisation",
                         "  solve", "gradient", "gradient, processor time"};
  std::array<Samples, names.size()> samples;
  SolveOptions options;
  options.load_steps = arguments.load_steps;
  options.tolerance = arguments.tolerance;
  for (int repeat = 0; repeat < arguments.repeats; ++repeat) {
    const Clock setup_clock;
    MultiphysicsSystem model(mesh);
    describe_pad(model, arguments.terms);
    const std::unique_ptr<Objective> force = make_quantity(
        model, {.name = "shear force", .kind = QuantityKind::reaction, .field = "displacement.x", .on = {"top"}});
    const std::unique_ptr<Objective> energy =
        make_quantity(model, {.name = "strain energy", .kind = QuantityKind::energy});
    model.prepare();
    samples[setup].add(setup_clock.wall());

    const Clock forward_clock;
    const State state = model.solve_steady_state(options);
    samples[forward].add(forward_clock.wall());
    samples[forward_processor].add(forward_clock.processor());
    samples[assembly].add(state.report.assembly_seconds);
    samples[factorisation].add(state.report.factorization_seconds);
    samples[solve].add(state.report.solve_seconds);

    const Clock gradient_clock;
    const std::vector<Gradient> gradients = model.gradient(state, {force.get(), energy.get()});
    samples[gradient].add(gradient_clock.wall());
    samples[gradient_processor].add(gradient_clock.processor());

    if (repeat > 0) continue;
    fmt::print("solve: {} unknowns, {} load steps ({} rejected), {} Newton iterations, {}\n", state.report.unknowns,
               state.report.load_steps, state.report.rejected_steps, state.report.newton_iterations,
               state.report.linear_solver);
    for (const Gradient& of : gradients) {
      fmt::print("{} = {:.10g}\n", of.objective, of.value);
      for (const Parameter parameter : model.used_parameters()) {
        fmt::print("  d/d({}) = {:.8e}\n", model.parameters().path(parameter),
                   model.parameters().part(of.parameters, parameter)[0]);
      }
    }
    fmt::print("peak memory after the first run: {:.1f} MB\n", peak_megabytes());
  }
  fmt::print("peak memory after all {} runs: {:.1f} MB\n", arguments.repeats, peak_megabytes());
  fmt::print("{:24} {:>10} {:>10} {:>10}\n", "seconds", "median", "least", "most");
  for (std::size_t i = 0; i < names.size(); ++i) fmt::print("{:24} {}\n", names[i], samples[i].text());
}

} // namespace
} // namespace adjoule

int main(int argc, char** argv) try {
  adjoule::Arguments arguments;
  CLI::App application("Measures the forward solve and the gradient of a sheared rubber pad.");
  application.add_option("--boxes", arguments.boxes, "boxes along x, y, z; six tetrahedra each")
      ->check(CLI::PositiveNumber);
  application.add_option("--order", arguments.order, "of the elements")->check(CLI::Range(1, 2));
  application.add_option("--terms", arguments.terms, "of Ogden's energy")->check(CLI::Range(1, 2));
  application.add_option("--load-steps", arguments.load_steps, "first guess")->check(CLI::PositiveNumber);
  application.add_option("--tolerance", arguments.tolerance, "of the relative residual")->check(CLI::PositiveNumber);
  application.add_option("--repeats", arguments.repeats, "runs, each from a new model")->check(CLI::PositiveNumber);
  try {
    application.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return application.exit(error) == 0 ? 0 : 2;
  }
  adjoule::run(arguments);
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
