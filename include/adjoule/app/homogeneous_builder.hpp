/// Homogeneous tests of a case file, and cases of nothing else, which need no mesh.
#pragma once

#include "adjoule/app/measurement_builder.hpp"
#include "adjoule/inverse/design.hpp"
#include "adjoule/inverse/homogeneous_test.hpp"

namespace adjoule {

struct BuiltHomogeneousTest {
  std::unique_ptr<HomogeneousTest> test;
  std::string material; ///< whose law is tested
  DataRecord record;
};

/// The sets of [identify.data] that have a `test`, in file order. The numbers of their laws stand in `parameters`,
/// those of a model or of a mesh-free case, which have to outlive the tests. Throws InputError with place, cause and
/// remedy.
std::vector<BuiltHomogeneousTest> build_homogeneous_tests(const CaseFile& file, Parameters& parameters);

/// The law of finite strain of a material. Throws InputError for a linear law, and for a property that is not the same
/// everywhere and at every temperature.
HomogeneousLaw build_homogeneous_law(const CaseFile& file, const Parameters& parameters, const std::string& material);

/// A case without a mesh.
struct MeshFreeModel {
  std::unique_ptr<Parameters> parameters; ///< every number of the file that has a derivative, under its path
  std::vector<BuiltHomogeneousTest> tests;
};
MeshFreeModel build_mesh_free_model(const CaseFile& file);

/// The unknowns of [identify.unknowns] of a case without a mesh, as `build_design` makes them of a model.
Design build_design(const CaseFile& file, const MeshFreeModel& model);

} // namespace adjoule
