#include "measured_fields.hpp"

#include "adjoule/core/log.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/io/vtu_reader.hpp"
#include "builder.hpp"
#include "data_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace adjoule {
namespace {

constexpr std::array axes{"x", "y", "z"};
constexpr std::size_t most_listed = 10;

/// A point before it is placed in the mesh.
struct ReadPoint {
  MeasuredPoint point;
  int step;
  std::string label; ///< "front.csv:12"
};

class FieldReader {
 public:
  FieldReader(const CaseFile& file, const Mesh& mesh, const std::string& set, const std::vector<double>& times,
              DataRecord& record)
      : file_(file), mesh_(mesh), set_(set), times_(times), record_(record) {}

  FieldMeasurementOptions read() {
    options_.name = record_.name;
    options_.times = times_;
    options_.rigid_motion = file_.boolean(set_ + ".rigid_motion");
    if (file_.has(set_ + ".components")) set_components(chosen_components());
    const std::vector<std::string> names = file_.names(set_ + ".file");
    if (names.size() > 1 && names.size() != times_.size()) {
      throw file_.error(
          set_ + ".file",
          fmt::format("{}.file lists {} files and time.quasistatic_times has {} entries: a list needs one "
                      "file for each of them; times that stand in one file have a column t",
                      set_, names.size(), times_.size()));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::filesystem::path path = file_.resolve(names[i]);
      const int step = names.size() > 1 || times_.size() < 2 ? static_cast<int>(i) : -1;
      path.extension() == ".vtu" ? read_vtu(path, step) : read_csv(path, step);
    }
    if (points_.empty()) throw file_.error(set_ + ".file", fmt::format("{}: {}", record_.name, rows_left_out(record_)));
    place();
    return std::move(options_);
  }

 private:
  std::vector<int> chosen_components() const {
    std::vector<int> components;
    for (const std::string& name : file_.names(set_ + ".components")) components.push_back(name.front() - 'x');
    std::ranges::sort(components);
    components.erase(std::unique(components.begin(), components.end()), components.end());
    if (!components.empty() && components.back() < mesh_.dimension()) return components;
    throw file_.error(set_ + ".components", fmt::format("{}.components has to name some of {}", set_,
                                                        mesh_.dimension() == 2 ? "x, y" : "x, y, z"));
  }

  void set_components(const std::vector<int>& components) {
    if (!options_.components.empty() && options_.components != components)
      throw file_.error(set_ + ".file",
                        fmt::format("the files of {} have unlike components of the displacement", set_));
    options_.components = components;
  }

  double noise() const {
    if (file_.has(set_ + ".noise")) return file_.number(set_ + ".noise");
    throw file_.error(set_, fmt::format("[{}] has no standard deviation: add noise = ... (m)", set_));
  }

  void read_csv(const std::filesystem::path& path, int step) {
    std::vector<DataColumn> columns;
    for (int d = 0; d < mesh_.dimension(); ++d)
      columns.push_back({.role = axes[static_cast<std::size_t>(d)], .unit_key = "position", .si_unit = "m"});
    const auto first_component = columns.size();
    std::vector<int> candidates; // components in the order of their columns
    for (int d = 0; d < mesh_.dimension(); ++d) {
      const bool chosen = std::ranges::count(options_.components, d) > 0;
      if (file_.has(set_ + ".components") && !chosen) continue; // what is not used does not have to be a number
      columns.push_back({.role = std::string("u") + axes[static_cast<std::size_t>(d)],
                         .unit_key = "displacement",
                         .si_unit = "m",
                         .needed = chosen});
      candidates.push_back(d);
    }
    const auto time = columns.size();
    columns.push_back({.role = "t", .unit_key = "t", .si_unit = "s", .needed = step < 0});
    columns.push_back({.role = "noise", .unit_key = "displacement", .si_unit = "m", .needed = false});
    columns.push_back({.role = "flag", .needed = false});
    const DataRows table = read_data_rows(file_, set_, path, columns, record_);
    std::vector<int> components;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!table.present[first_component + i]) continue;
      components.push_back(candidates[i]);
      places.push_back(first_component + i);
    }
    if (components.empty())
      throw file_.error(set_ + ".file",
                        fmt::format("'{}' has no displacement: no column named {}; name them in "
                                    "[{}.columns]",
                                    path.string(), mesh_.dimension() == 2 ? "ux or uy" : "ux, uy or uz", set_));
    set_components(components);
    const bool has_time = table.present[time], has_noise = table.present[time + 1];
    const double all = has_noise ? 0.0 : noise();
    if (has_time && times_.empty()) refuse_time(path);
    for (const DataRow& row : table.rows) {
      ReadPoint read;
      read.label = fmt::format("{}:{}", path.filename().string(), row.line);
      for (std::size_t d = 0; d < first_component; ++d) read.point.position[d] = row.values[d];
      for (std::size_t i = 0; i < components.size(); ++i)
        read.point.displacement[static_cast<std::size_t>(components[i])] = row.values[places[i]];
      read.point.standard_deviation = has_noise ? row.values[time + 1] : all;
      read.step = step;
      if (has_time)
        read.step = at_place(file_, set_ + ".file", [&] {
          return step_of_time(row.values[time], times_, fmt::format("{}:{}", path.string(), row.line));
        });
      if (has_time && step >= 0 && read.step != step) refuse_other_time(path, row.line, step);
      points_.push_back(std::move(read));
    }
  }

  [[noreturn]] void refuse_time(const std::filesystem::path& path) const {
    throw file_.error(set_ + ".file", fmt::format("'{}' has a column of times, and the case has no [time]: add "
                                                  "quasistatic_times, or rename the column",
                                                  path.string()));
  }
  [[noreturn]] void refuse_other_time(const std::filesystem::path& path, int line, int step) const {
    throw file_.error(set_ + ".file",
                      fmt::format("{}:{}: the time is not that of the file, t = {:g} s, which its place in the list of "
                                  "files says",
                                  path.string(), line, times_[static_cast<std::size_t>(step)]));
  }

  void read_vtu(const std::filesystem::path& path, int step) {
    if (step < 0)
      throw file_.error(set_ + ".file", fmt::format("'{}' is one .vtu file and time.quasistatic_times has {} entries: "
                                                    "name a list of files, one for each of them",
                                                    path.string(), times_.size()));
    for (const char* key : {".columns", ".units.t"}) {
      if (file_.has(set_ + key))
        throw file_.error(set_ + key,
                          fmt::format("{}{} belongs to CSV files, and '{}' is none", set_, key, path.string()));
    }
    record_.files.push_back(path);
    record_.delimiters.emplace_back();
    const VtuVectors cloud =
        at_place(file_, set_ + ".file", [&] { return read_vtu_point_vectors(path, file_.text(set_ + ".array")); });
    const UnitConversion position = data_unit(file_, set_, "position", "m");
    const UnitConversion displacement = data_unit(file_, set_, "displacement", "m");
    if (!file_.has(set_ + ".components")) {
      std::vector<int> all;
      for (int d = 0; d < mesh_.dimension(); ++d) all.push_back(d);
      set_components(all);
    }
    const double all = noise();
    for (std::size_t i = 0; i < cloud.points.size(); ++i) {
      ++record_.rows;
      ReadPoint read{.point = {.standard_deviation = all},
                     .step = step,
                     .label = fmt::format("{} point {}", path.filename().string(), i)};
      bool usable = true;
      for (std::size_t d = 0; d < 3; ++d) {
        read.point.position[d] = position.to_si(cloud.points[i][d]);
        read.point.displacement[d] = displacement.to_si(cloud.vectors[i][d]);
        const bool used = std::ranges::count(options_.components, static_cast<int>(d)) > 0;
        usable =
            usable && std::isfinite(read.point.position[d]) && (!used || std::isfinite(read.point.displacement[d]));
      }
      if (usable) {
        points_.push_back(std::move(read));
      } else {
        count_skipped(record_, "without a number");
      }
    }
  }

  void place() {
    std::vector<std::array<double, 3>> positions;
    for (const ReadPoint& read : points_) positions.push_back(read.point.position);
    const std::vector<PointPlace> places = place_points(mesh_, positions, file_.number(set_ + ".projection_tolerance"));
    options_.steps.resize(std::max<std::size_t>(times_.size(), 1));
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (places[i].element < 0) {
        leave_out(points_[i], places[i]);
        continue;
      }
      if (places[i].distance > 0.0) {
        ++record_.projected;
        record_.largest_projection = std::max(record_.largest_projection, places[i].distance);
      }
      points_[i].point.place = places[i];
      options_.steps[static_cast<std::size_t>(points_[i].step)].push_back(points_[i].point);
      ++record_.used;
    }
    for (const std::vector<MeasuredPoint>& step : options_.steps)
      record_.used_of_step.push_back(static_cast<Index>(step.size()));
    judge_outside();
  }

  void leave_out(const ReadPoint& read, const PointPlace& place) {
    ++record_.outside;
    if (record_.outside_list.size() == most_listed) return;
    const std::array<double, 3>& x = read.point.position;
    record_.outside_list.push_back(fmt::format(
        "{} at ({:.6g}, {:.6g}{}) m, {:.3g} m away ({:.2g} element sizes)", read.label, x[0], x[1],
        mesh_.dimension() == 3 ? fmt::format(", {:.6g}", x[2]) : "", place.distance, place.relative_distance));
  }

  void judge_outside() const {
    if (record_.outside == 0) return;
    std::string list;
    for (const std::string& entry : record_.outside_list) list += "\n  " + entry;
    if (static_cast<std::size_t>(record_.outside) > record_.outside_list.size()) list += "\n  ...";
    const double share = static_cast<double>(record_.outside) / static_cast<double>(points_.size());
    const std::string what = fmt::format("{} of {} points lie outside the mesh", record_.outside, points_.size());
    if (share > file_.number(set_ + ".largest_share_outside") || record_.used == 0) {
      throw file_.error(
          set_ + ".file",
          fmt::format("{}: {}, more than largest_share_outside = {:g} allows: check units.position and the origin of "
                      "the data (the mesh reaches from {}), or raise projection_tolerance (now {:g} element sizes):{}",
                      record_.name, what, file_.number(set_ + ".largest_share_outside"), extent(),
                      file_.number(set_ + ".projection_tolerance"), list));
    }
    warn(fmt::format("{}: {} and are left out:{}", record_.name, what, list));
  }

  std::string extent() const {
    const auto [low, high] = mesh_.bounding_box();
    if (mesh_.dimension() == 2)
      return fmt::format("({:.4g}, {:.4g}) to ({:.4g}, {:.4g}) m", low[0], low[1], high[0], high[1]);
    return fmt::format("({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, {:.4g}, {:.4g}) m", low[0], low[1], low[2], high[0],
                       high[1], high[2]);
  }

  const CaseFile& file_;
  const Mesh& mesh_;
  const std::string& set_;
  const std::vector<double>& times_;
  DataRecord& record_;
  FieldMeasurementOptions options_;
  std::vector<ReadPoint> points_;
};

} // namespace

FieldMeasurementOptions read_measured_field(const CaseFile& file, const Mesh& mesh, const std::string& set,
                                            const std::vector<double>& times, DataRecord& record) {
  return FieldReader(file, mesh, set, times, record).read();
}

} // namespace adjoule
