#include "regularization_builder.hpp"

#include "adjoule/app/design_builder.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/inverse/regularization.hpp"
#include "builder.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

/// The map of the design that has this path. Throws InputError that lists those there are.
int map_of(const CaseFile& file, const Design& design, const std::string& place, const std::string& path) {
  std::vector<std::string> names;
  for (int m = 0; m < design.map_count(); ++m) {
    if (design.map(m).name() == path) return m;
    names.push_back(design.map(m).name());
  }
  throw file.error(place, fmt::format("{}: {} is none of the unknowns: {}", place, path, join_names(names)));
}

std::unique_ptr<Regularization> build_term(const CaseFile& file, const Identification& identification,
                                           const std::string& name) {
  const std::string place = join_case_path("identify.regularization", name);
  const std::string path = case_path_text(parse_case_path(name));
  const int map = map_of(file, identification.design, place, path);
  const std::string kind = file.text(place + ".kind");
  const double weight = file.number(place + ".weight");
  if (kind == "tikhonov") return make_tikhonov(path, map, weight);
  const ElementField* field = identification.field_of_map[static_cast<std::size_t>(map)];
  if (!field) {
    throw file.error(place, fmt::format("{0}: kind = \"{1}\" is about neighbours, and {2} is one number: give "
                                        "identify.unknowns.\"{2}\" per = \"element\", or take kind = \"tikhonov\"",
                                        place, kind, path));
  }
  const Model& model = *identification.main().model;
  // The maps are those of the unknowns, one after the other; the file may spell a path in other ways.
  const std::string unknown = file.children("identify.unknowns")[static_cast<std::size_t>(map)];
  const bool per_region = file.text(join_case_path("identify.unknowns", unknown) + ".per") == "region";
  FieldAdjacency adjacency = at_place(file, place, [&] {
    return field_adjacency(model.system->mesh(), model.system->space().section().kind, field->elements,
                           field_variable(model, *field, per_region));
  });
  return kind == "smoothness" ? make_smoothness(path, map, weight, std::move(adjacency))
                              : make_total_variation(path, map, weight, std::move(adjacency));
}

} // namespace

std::vector<std::unique_ptr<Regularization>> build_regularization(const CaseFile& file,
                                                                  const Identification& identification) {
  std::vector<std::unique_ptr<Regularization>> terms;
  for (const std::string& name : file.children("identify.regularization"))
    terms.push_back(build_term(file, identification, name));
  return terms;
}

} // namespace adjoule
