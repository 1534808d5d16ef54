#include "result_picture.hpp"

#include "adjoule/app/output.hpp"
#include "adjoule/core/nearest_name.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "adjoule/io/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adjoule {
namespace {

/// The name of the field without a component; a property's path and the name of a sensitivity have none.
std::string base_name(const Model& model, const std::string& field) {
  const bool is_property = std::any_of(model.element_fields.begin(), model.element_fields.end(),
                                       [&](const ElementField& candidate) { return candidate.path == field; });
  return is_property || field.starts_with("d(") ? field : field.substr(0, field.find('.'));
}

bool is_available(const Model& model, const std::string& name) {
  const std::vector<std::string> names = available_fields(model);
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string unit_of(const Model& model, const std::string& field) {
  for (const ElementField& candidate : model.element_fields)
    if (candidate.path == field) return model.system->parameters().unit(candidate.parameter);
  return field_unit_text(field);
}

} // namespace

void ResultPicture::check_file() const {
  if (!wanted()) return;
  if (file_.extension() != ".png")
    throw InputError(fmt::format("--picture {}: a picture is written as .png: end its name so", file_.string()));
  const AtomicFile trial(file_, AtomicFile::Folder::create);
  require_display();
}

void ResultPicture::check_field(const Model& model) const {
  if (color_.empty() || color_.starts_with("d(")) return;
  const std::string base = base_name(model, color_);
  const bool is_property = base.find('.') != std::string::npos;
  if (is_property || is_available(model, base)) return;
  throw InputError(fmt::format("--color {}: this analysis has no such field; it has: {}", color_,
                               join_names(available_fields(model))));
}

std::string ResultPicture::field_of(const Model& model) const {
  if (!color_.empty()) return color_;
  for (const char* favourite : {"temperature", "potential", "displacement"})
    if (is_available(model, favourite)) return favourite;
  return "";
}

void ResultPicture::draw(const CaseFile& file, const Model& model, const FieldValues& fields,
                         const std::function<void(OutputFields&)>& extend) const {
  if (!wanted()) return;
  const std::string color = field_of(model), base = base_name(model, color);
  std::vector<std::string> shown;
  if (model.system->find_mechanical()) shown.push_back("displacement");
  if (base != "displacement" && is_available(model, base)) shown.push_back(base);
  OutputFields picture = make_output_fields(file, model, fields, shown, false);
  if (extend) extend(picture);
  PictureOptions look;
  look.color_by = color;
  look.unit = unit_of(model, color);
  look.title = file.has("title") ? file.text("title") : file.name();
  render_picture(file_, model.system->mesh(), picture, look);
}

} // namespace adjoule
