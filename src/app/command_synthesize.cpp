#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/app/report.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/core/normal_numbers.hpp"
#include "adjoule/inverse/point_interpolation.hpp"
#include "adjoule/io/csv_reader.hpp"
#include "adjoule/io/csv_writer.hpp"
#include "progress_line.hpp"
#include "results_folder.hpp"
#include "synthesis.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace adjoule {
namespace {

constexpr std::array axes{"x", "y", "z"};

/// A standard deviation as the command line gives it.
struct Noise {
  double value = 0.0;
  bool is_share = false; ///< of the largest value

  double of(double largest) const { return is_share ? value * largest : value; }
};

Noise parse_noise(const std::string& text, const std::string& option) {
  const bool percent = text.ends_with('%');
  const std::string digits = text.substr(0, text.size() - (percent ? 1 : 0));
  double value = 0.0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (fault != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value) || value < 0.0) {
    throw InputError(fmt::format("{} {}: a standard deviation is a number in SI units, at least 0, or a percentage of "
                                 "the largest value such as 0.1%",
                                 option, text));
  }
  return {percent ? 0.01 * value : value, percent};
}

struct MeasuredQuantity {
  const ModelQuantity* quantity;
  Noise noise;
  std::vector<double> values; ///< one a time
};

/// A file that was made.
struct MadeFile {
  std::filesystem::path path;
  std::size_t rows;
  double noise;
  std::string unit;
};

class Synthesis {
 public:
  explicit Synthesis(const SynthesisOptions& options)
      : options_(options), file_(CaseFile::read(options.run.file, options.run.overrides)),
        progress_(!options.run.quiet),
        folder_(options.run.output.empty() ? std::filesystem::path("results") / file_.name() : options.run.output) {
    const bool field = !options_.points.empty() || !options_.group.empty();
    if (!field && options_.quantities.empty())
      throw InputError(
          "nothing is measured: give --points FILE (or --on GROUP) with --noise, or --quantity NAME=NOISE");
    if (!options_.points.empty() && !options_.group.empty())
      throw InputError("--points and --on both say where displacements are measured: give one of them");
    if (field == options_.noise.empty())
      throw InputError(field
                           ? "--noise S is missing: the standard deviation of the displacements, m, or a percentage of "
                             "the largest one (0 for none)"
                           : "--noise belongs to displacements: give --points FILE or --on GROUP");
    if (field) field_noise_ = parse_noise(options_.noise, "--noise");
    progress_.show("building the model");
    model_ = build_model(file_);
    if (field) place();
    choose_quantities();
    std::vector<std::string> files;
    if (field) files.emplace_back("displacement.csv");
    for (const MeasuredQuantity& measured : quantities_) files.push_back(measured.quantity->spec.name + ".csv");
    prepare_results_folder(folder_, files);
  }

  void solve() {
    SolveOptions solve = model_.options;
    solve.on_progress = [this](const Progress& at) {
      progress_.show(
          fmt::format("{}: iteration {}, relative residual {:.2e}", at.systems, at.iteration, at.relative_residual));
    };
    const auto measure = [this](double, const State& state) { take(state); };
    if (model_.times.empty()) {
      take(model_.system->solve_steady_state(solve));
    } else {
      model_.system->solve_quasistatic(model_.times, solve, measure);
    }
    progress_.erase();
  }

  std::vector<MadeFile> write() {
    std::vector<MadeFile> files;
    if (interpolation_.size() > 0) files.push_back(write_displacement());
    for (std::size_t i = 0; i < quantities_.size(); ++i) files.push_back(write_quantity(quantities_[i], i + 1));
    return files;
  }

 private:
  void place() {
    const MechanicalSystem* mechanical = model_.system->find_mechanical();
    if (!mechanical)
      throw InputError(
          fmt::format("{}: displacements are measured on a case with [mechanical]", file_.file().string()));
    field_ = static_cast<std::size_t>(mechanical->field());
    const Mesh& mesh = model_.system->mesh();
    if (options_.group.empty()) {
      read_points(mesh);
    } else {
      for (const Index node : mesh.group(options_.group, {}, "--on").nodes)
        points_.push_back(mesh.coordinates()[static_cast<std::size_t>(node)]);
    }
    constexpr double tolerance = 0.1; // of the element's size, as the default of [identify.data]
    const std::vector<PointPlace> places = place_points(mesh, points_, tolerance);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i].element >= 0) continue;
      throw InputError(fmt::format("the point ({:.6g}, {:.6g}, {:.6g}) m (number {} of {}) lies {:.3g} m outside the "
                                   "mesh: points are in metres, in the undeformed body",
                                   points_[i][0], points_[i][1], points_[i][2], i + 1, points_.size(),
                                   places[i].distance));
    }
    interpolation_ = PointInterpolation(mesh, places);
  }

  void read_points(const Mesh& mesh) {
    for (int d = 0; d < mesh.dimension(); ++d) {
      const auto axis = static_cast<std::size_t>(d);
      const std::vector<double> column = read_csv_column(options_.points, axes[axis]);
      points_.resize(column.size());
      for (std::size_t i = 0; i < column.size(); ++i) points_[i][axis] = column[i];
    }
  }

  void choose_quantities() {
    for (const std::string& text : options_.quantities) {
      const auto equal = text.rfind('=');
      if (equal == std::string::npos || equal == 0)
        throw InputError(fmt::format("--quantity {}: the form is NAME=NOISE, such as pull=1e-3 or pull=0.5%", text));
      const std::string name = text.substr(0, equal);
      const std::vector<std::string> known = file_.children("quantities");
      if (std::ranges::find(known, name) == known.end())
        throw InputError(fmt::format("--quantity {}: {} has no quantity of that name; it has: {}", text,
                                     file_.file().string(), join_names(known)));
      if (name == "displacement" && interpolation_.size() > 0)
        throw InputError("--quantity displacement: displacement.csv is the file of the points: rename the quantity");
      if (std::ranges::any_of(quantities_, [&](const auto& other) { return other.quantity->spec.name == name; }))
        throw InputError(fmt::format("--quantity {}: {} is asked for twice: give it once", text, name));
      quantities_.push_back(
          {&model_.quantity(name), parse_noise(text.substr(equal + 1), "--quantity " + name + "="), {}});
    }
  }

  void take(const State& state) {
    const Evaluation at = model_.system->evaluation(state.fields);
    for (MeasuredQuantity& measured : quantities_) {
      measured.values.push_back(measured.quantity->objective->value(at));
      if (std::isfinite(measured.values.back())) continue;
      throw AnalysisError(fmt::format("the quantity {} is not a finite number", measured.quantity->spec.name));
    }
    const int components = model_.system->mesh().dimension();
    std::vector<std::array<double, 3>>& field = displacements_.emplace_back(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      for (int c = 0; c < components; ++c)
        field[i][static_cast<std::size_t>(c)] =
            interpolation_.value(state.fields.values[field_], components, c, static_cast<Index>(i));
    }
  }

  MadeFile write_displacement() const {
    double largest = 0.0;
    for (const auto& field : displacements_)
      for (const auto& u : field) largest = std::max(largest, std::hypot(u[0], u[1], u[2]));
    const double noise = field_noise_.of(largest);
    const auto components = static_cast<std::size_t>(model_.system->mesh().dimension());
    std::vector<CsvColumn> columns;
    for (std::size_t d = 0; d < components; ++d) columns.push_back({axes[d], {}});
    for (std::size_t d = 0; d < components; ++d) columns.push_back({std::string("u") + axes[d], {}});
    if (!model_.times.empty()) columns.push_back({"t", {}});
    NormalNumbers normal(options_.seed);
    for (std::size_t step = 0; step < displacements_.size(); ++step) {
      for (std::size_t i = 0; i < points_.size(); ++i) {
        for (std::size_t d = 0; d < components; ++d) {
          columns[d].values.push_back(points_[i][d]);
          columns[components + d].values.push_back(displacements_[step][i][d] + noise * normal.next());
        }
        if (!model_.times.empty()) columns.back().values.push_back(model_.times[step]);
      }
    }
    const std::filesystem::path path = folder_ / "displacement.csv";
    write_csv(path, columns);
    return {path, columns.front().values.size(), noise, "m"};
  }

  /// `stream` tells the noise of the quantities apart.
  MadeFile write_quantity(const MeasuredQuantity& measured, std::uint64_t stream) const {
    double largest = 0.0;
    for (const double value : measured.values) largest = std::max(largest, std::abs(value));
    const double noise = measured.noise.of(largest);
    std::vector<CsvColumn> columns;
    if (!model_.times.empty()) columns.push_back({"t", model_.times});
    columns.push_back({"value", measured.values});
    NormalNumbers normal(options_.seed, stream);
    for (double& value : columns.back().values) value += noise * normal.next();
    const std::filesystem::path path = folder_ / (measured.quantity->spec.name + ".csv");
    write_csv(path, columns);
    return {path, measured.values.size(), noise, measured.quantity->unit};
  }

  const SynthesisOptions& options_;
  CaseFile file_;
  ProgressLine progress_;
  std::filesystem::path folder_;
  Noise field_noise_;
  Model model_;
  std::size_t field_ = 0;
  std::vector<std::array<double, 3>> points_;
  PointInterpolation interpolation_;
  std::vector<MeasuredQuantity> quantities_;
  std::vector<std::vector<std::array<double, 3>>> displacements_; ///< [time][point], without noise
};

} // namespace

int command_synthesize(const SynthesisOptions& options) {
  Synthesis synthesis(options);
  synthesis.solve();
  nlohmann::ordered_json summary;
  std::string text;
  for (const MadeFile& file : synthesis.write()) {
    text += fmt::format("{}: {} rows, noise = {:.6g} {}\n", file.path.string(), file.rows, file.noise, file.unit);
    summary[file.path.filename().string()] = {{"rows", file.rows}, {"noise", file.noise}, {"unit", file.unit}};
  }
  if (options.run.json) {
    print(summary.dump(2) + "\n");
  } else if (!options.run.quiet) {
    print(text + warning_report());
  }
  return 0;
}

} // namespace adjoule
