#include "builder.hpp"

#include <map>

namespace adjoule {

void build_quantities(Builder& builder) {
  static const std::map<std::string, QuantityKind> kinds{
      {"average", QuantityKind::average}, {"integral", QuantityKind::integral}, {"maximum", QuantityKind::maximum},
      {"minimum", QuantityKind::minimum}, {"point", QuantityKind::point},       {"reaction", QuantityKind::reaction},
      {"energy", QuantityKind::energy}};
  const CaseFile& file = builder.file;
  for (const std::string& name : file.children("quantities")) {
    const std::string section = join_case_path("quantities", name);
    const auto has = [&](const char* key) { return file.has(join_case_path(section, key)); };
    ModelQuantity quantity;
    quantity.spec.name = name;
    quantity.spec.kind = kinds.at(file.text(section + ".kind"));
    if (has("field")) quantity.spec.field = file.text(section + ".field");
    if (has("on")) quantity.spec.on = file.names(section + ".on");
    if (has("at")) {
      const std::array<CaseNumber, 3> at = file.vector(section + ".at");
      quantity.spec.at = {at[0].value, at[1].value, at[2].value};
    }
    if (has("aggregate")) quantity.spec.aggregate = file.number(section + ".aggregate");
    at_place(file, section, [&] {
      quantity.objective = make_quantity(builder.system(), quantity.spec);
      quantity.unit = quantity_unit(builder.system(), quantity.spec);
    });
    builder.model.quantities.push_back(std::move(quantity));
  }
}

SolveOptions build_options(const CaseFile& file) {
  SolveOptions options;
  const std::string coupling = file.text("solve.coupling");
  if (coupling == "monolithic") options.coupling = Coupling::monolithic;
  if (coupling == "staggered") options.coupling = Coupling::staggered;
  const std::string solver = file.text("solve.linear_solver");
  if (solver == "cholmod") options.linear_solver = LinearSolverKind::cholmod;
  if (solver == "umfpack") options.linear_solver = LinearSolverKind::umfpack;
  options.tolerance = file.number("solve.tolerance");
  options.max_iterations = file.integer("solve.max_iterations");
  options.load_steps = file.integer("solve.load_steps");
  return options;
}

} // namespace adjoule
