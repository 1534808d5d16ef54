#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> identify_test_keys() {
  const std::string set = "identify.data.<data>.";
  const Condition of_tests{"test", {"uniaxial", "equibiaxial", "pure_shear"}};
  return {
      {.pattern = set + "test",
       .type = ValueType::choice,
       .choices = {{"uniaxial"}, {"equibiaxial"}, {"pure_shear"}},
       .help = "A test on a homogeneously stretched specimen, which needs no mesh: stress against stretch, the other "
               "faces free. pure_shear: a wide strip whose width is held (planar)."},
      {.pattern = set + "material",
       .type = ValueType::text,
       .default_note = "the only material with a law of finite strain",
       .only_with = of_tests,
       .help = "The material that was tested."},
      {.pattern = set + "columns.stretch",
       .type = ValueType::text,
       .default_value = "\"stretch\"",
       .help = "Of a test: column of the stretch (length over undeformed length)."},
      {.pattern = set + "columns.strain",
       .type = ValueType::text,
       .aliases = {"engineering_strain"},
       .help = "Of a test, instead of stretch: column of the engineering strain, stretch - 1."},
      {.pattern = set + "columns.stress",
       .type = ValueType::text,
       .default_value = "\"stress\"",
       .help = "Of a test: column of the nominal stress (force over undeformed area)."},
      {.pattern = set + "units.stress",
       .type = ValueType::text,
       .default_note = "required with test: a column of stress without a unit is not trusted",
       .help = "Of a test: unit of the stress, such as \"MPa\" or \"kgf/cm^2\"."},
      {.pattern = set + "units.strain",
       .type = ValueType::text,
       .default_note = "1",
       .help = "Of a test: unit of the strain, such as \"%\"."},
      {.pattern = set + "relative_noise",
       .type = ValueType::number,
       .range = Range::positive(),
       .only_with = of_tests,
       .help = "Of a test: standard deviation as a fraction of the stress; with noise, the root of both squares."},
      {.pattern = set + "weight",
       .type = ValueType::number,
       .range = Range::positive(),
       .default_value = "1",
       .only_with = of_tests,
       .help = "Of a test: factor of its squares beside the other data. The standard deviations that are reported are "
               "right for 1 only."},
  };
}

} // namespace adjoule
