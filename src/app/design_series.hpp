// The designs that an optimisation has tried, for ParaView.
#pragma once

#include "adjoule/app/model_builder.hpp"
#include "adjoule/inverse/design.hpp"
#include "adjoule/io/fields.hpp"

#include <filesystem>
#include <vector>

namespace adjoule {

/// Adds the properties that are fields of design variables, one value an element, as cell arrays with their paths as
/// names; 0 in elements of other materials.
void add_design_fields(const Model& model, const Design& design, OutputFields& output);

/// design.pvd and design/design_000001.vtu, ...: the solved fields of each evaluation (without what follows from their
/// gradients, to keep it small) and its design fields, over the number of the evaluation.
class DesignSeries {
 public:
  /// Keeps references. Unless `keep_earlier`, files of an earlier run go.
  DesignSeries(const CaseFile& file, const Model& model, const Design& design, std::filesystem::path folder,
               bool keep_earlier);

  /// Writes the model's present design and these fields.
  void add(int number, const FieldValues& fields);
  /// Takes an evaluation into the list that an earlier run has written, if its file is there.
  void add_earlier(int number);

 private:
  std::filesystem::path file_of(int number) const;
  void append(int number);

  const CaseFile& file_;
  const Model& model_;
  const Design& design_;
  std::filesystem::path folder_;
  std::vector<int> numbers_;
};

} // namespace adjoule
