#include "design_series.hpp"

#include "adjoule/app/output.hpp"
#include "adjoule/io/pvd_writer.hpp"
#include "adjoule/io/vtu_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

const char* const subfolder = "design";

bool is_varied(const Design& design, const std::string& path) {
  for (int m = 0; m < design.map_count(); ++m) {
    if (design.map(m).name() == path) return true;
  }
  return false;
}

} // namespace

void add_design_fields(const Model& model, const Design& design, OutputFields& output) {
  const MultiphysicsSystem& system = *model.system;
  for (const ElementField& field : model.element_fields) {
    if (!field.in_design || !is_varied(design, field.path)) continue;
    FieldArray array{field.path, 1, std::vector<double>(static_cast<std::size_t>(system.mesh().element_count()), 0.0)};
    const std::span<const double> values = system.parameters().values(field.parameter);
    for (std::size_t i = 0; i < field.elements.size(); ++i)
      array.values[static_cast<std::size_t>(field.elements[i])] = values[i] + field.offset;
    output.cell.push_back(std::move(array));
  }
}

DesignSeries::DesignSeries(const CaseFile& file, const Model& model, const Design& design, std::filesystem::path folder,
                           bool keep_earlier)
    : file_(file), model_(model), design_(design), folder_(std::move(folder)) {
  if (keep_earlier) return;
  std::error_code ignored;
  std::filesystem::remove(folder_ / "design.pvd", ignored);
  std::vector<std::filesystem::path> earlier;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / subfolder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("design_") && name.ends_with(".vtu")) earlier.push_back(entry.path());
  }
  for (const std::filesystem::path& old : earlier) std::filesystem::remove(old, ignored);
}

std::filesystem::path DesignSeries::file_of(int number) const {
  return std::filesystem::path(subfolder) / fmt::format("design_{:06}.vtu", number);
}

void DesignSeries::add(int number, const FieldValues& fields) {
  std::vector<std::string> names;
  for (const Field& field : model_.system->space().fields()) names.push_back(field.name);
  OutputFields output = make_output_fields(file_, model_, fields, names, false);
  add_design_fields(model_, design_, output);
  std::filesystem::create_directories(folder_ / subfolder);
  write_vtu(folder_ / file_of(number), model_.system->mesh(), output);
  append(number);
}

void DesignSeries::add_earlier(int number) {
  if (std::filesystem::is_regular_file(folder_ / file_of(number))) append(number);
}

void DesignSeries::append(int number) {
  numbers_.push_back(number);
  std::vector<PvdEntry> entries;
  for (const int entry : numbers_) entries.push_back({static_cast<double>(entry), file_of(entry)});
  write_pvd(folder_ / "design.pvd", entries);
}

} // namespace adjoule
