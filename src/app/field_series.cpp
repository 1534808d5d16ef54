#include "field_series.hpp"

#include "adjoule/io/vtu_writer.hpp"
#include "results_folder.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

std::string file_of(std::size_t number) {
  return fmt::format("fields_{:04}.vtu", number);
}

} // namespace

void FieldSeries::remove_earlier(const std::filesystem::path& folder) {
  remove_stale(folder / "fields.pvd");
  std::error_code ignored;
  for (std::size_t number = 1; std::filesystem::is_regular_file(folder / file_of(number), ignored); ++number)
    remove_stale(folder / file_of(number));
}

void FieldSeries::add(const std::filesystem::path& folder, double time, const Mesh& mesh, const OutputFields& fields) {
  const std::string file = file_of(entries_.size() + 1);
  write_vtu(folder / file, mesh, fields);
  entries_.push_back({time, file});
  write_pvd(folder / "fields.pvd", entries_);
}

void FieldSeries::replace_last(const std::filesystem::path& folder, const Mesh& mesh,
                               const OutputFields& fields) const {
  write_vtu(folder / entries_.back().file, mesh, fields);
}

} // namespace adjoule
