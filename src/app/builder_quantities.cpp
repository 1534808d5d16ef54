#include "adjoule/inverse/expression_quantity.hpp"
#include "builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace adjoule {

namespace {

/// Whether a quantity is made of others, and so after them.
bool is_derived(const CaseFile& file, const std::string& name) {
  const std::string kind = file.text(join_case_path("quantities", name) + ".kind");
  return kind == "expression" || kind == "misfit";
}

QuantitySpec read_spec(const CaseFile& file, const std::string& name) {
  static const std::map<std::string, QuantityKind> kinds{
      {"average", QuantityKind::average}, {"integral", QuantityKind::integral}, {"maximum", QuantityKind::maximum},
      {"minimum", QuantityKind::minimum}, {"point", QuantityKind::point},       {"reaction", QuantityKind::reaction},
      {"energy", QuantityKind::energy}};
  const std::string section = join_case_path("quantities", name);
  const auto has = [&](const char* key) { return file.has(join_case_path(section, key)); };
  QuantitySpec spec{.name = name, .kind = kinds.at(file.text(section + ".kind"))};
  if (has("field")) spec.field = file.text(section + ".field");
  if (has("on")) spec.on = file.names(section + ".on");
  if (has("at")) {
    const std::array<CaseNumber, 3> at = file.vector(section + ".at");
    spec.at = {at[0].value, at[1].value, at[2].value};
  }
  if (has("aggregate")) spec.aggregate = file.number(section + ".aggregate");
  return spec;
}

/// Makes expressions and misfits after the quantities that they read, which stand anywhere in the file.
class DerivedMaker {
 public:
  explicit DerivedMaker(Builder& builder) : builder_(builder) {
    for (const ModelQuantity& quantity : quantities()) names_.push_back(quantity.spec.name);
    for (const auto& [name, constant] : builder_.constants) names_.push_back(name);
  }

  void make_all() {
    for (ModelQuantity& quantity : quantities()) make(quantity);
  }

 private:
  std::vector<ModelQuantity>& quantities() const { return builder_.model.quantities; }
  ModelQuantity* find(const std::string& name) const {
    const auto found = std::find_if(quantities().begin(), quantities().end(),
                                    [&](const ModelQuantity& quantity) { return quantity.spec.name == name; });
    return found == quantities().end() ? nullptr : &*found;
  }

  void make(ModelQuantity& quantity) {
    if (quantity.objective) return;
    const std::string& name = quantity.spec.name;
    const auto open = std::find(under_way_.begin(), under_way_.end(), name);
    if (open != under_way_.end()) {
      std::string chain;
      for (auto step = open; step != under_way_.end(); ++step) chain += *step + " -> ";
      throw builder_.file.error(join_case_path("quantities", name),
                                fmt::format("the quantity {} needs itself: {}{}; break the circle", name, chain, name));
    }
    under_way_.push_back(name);
    const bool is_misfit = builder_.file.text(join_case_path("quantities", name) + ".kind") == "misfit";
    is_misfit ? make_misfit(quantity) : make_expression(quantity);
    under_way_.pop_back();
  }

  void make_misfit(ModelQuantity& quantity) {
    const std::string data = builder_.file.text(join_case_path("quantities", quantity.spec.name) + ".data");
    const std::string measured = join_case_path("identify.data", data) + ".quantity";
    ModelQuantity* other = builder_.file.has(measured) ? find(builder_.file.text(measured)) : nullptr;
    if (other) make(*other);
    build_misfit(builder_, quantity);
  }

  void make_expression(ModelQuantity& quantity) {
    const std::string& name = quantity.spec.name;
    const std::string place = join_case_path("quantities", name) + ".value";
    ExpressionQuantity spec{.name = name, .text = builder_.file.text(place), .constants = builder_.constants};
    for (const std::string& operand :
         at_place(builder_.file, place, [&] { return names_in_expression(spec.text, names_); })) {
      ModelQuantity* other = find(operand);
      if (!other) continue;
      make(*other);
      spec.quantities[operand] = other->objective.get();
    }
    at_place(builder_.file, place, [&] { quantity.objective = make_expression_quantity(builder_.parameters(), spec); });
  }

  Builder& builder_;
  std::vector<std::string> names_;
  std::vector<std::string> under_way_;
};

} // namespace

void build_quantities(Builder& builder) {
  const CaseFile& file = builder.file;
  for (const std::string& name : file.children("quantities")) {
    const std::string section = join_case_path("quantities", name);
    ModelQuantity& quantity = builder.model.quantities.emplace_back();
    quantity.spec.name = name;
    if (is_derived(file, name)) continue;
    at_place(file, section, [&] {
      quantity.spec = read_spec(file, name);
      quantity.objective = make_quantity(builder.system(), quantity.spec);
      quantity.unit = quantity_unit(builder.system(), quantity.spec);
    });
  }
  DerivedMaker(builder).make_all();
}

} // namespace adjoule
