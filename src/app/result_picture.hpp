// --picture and --color of the commands that solve.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/io/fields.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace adjoule {

class ResultPicture {
 public:
  /// `file` is empty where no picture is wanted, `color` where the field is to be chosen.
  ResultPicture(std::filesystem::path file, std::string color) : file_(std::move(file)), color_(std::move(color)) {}

  bool wanted() const { return !file_.empty(); }
  /// Finds out before the model is built whether a picture can be drawn there. Throws InputError.
  void check_file() const;
  /// Whether the model has the field of the colours. Throws InputError that lists those it has.
  void check_field(const Model& model) const;
  /// Draws the deformed body, if that is wanted; `extend` adds fields.
  void draw(const CaseFile& file, const Model& model, const FieldValues& fields,
            const std::function<void(OutputFields&)>& extend) const;

 private:
  std::string field_of(const Model& model) const;

  std::filesystem::path file_;
  std::string color_;
};

} // namespace adjoule
