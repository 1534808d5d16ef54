#include "schema_sections.hpp"

namespace adjoule {

std::vector<SchemaKey> identify_data_keys() {
  std::vector<SchemaKey> keys;
  const auto add = [&](const std::string& pattern, ValueType type, const std::string& help,
                       const std::string& unit = "") {
    keys.push_back({.pattern = pattern, .type = type, .unit = unit, .stage = Stage::second, .help = help});
  };
  add("identify.data", ValueType::section, "The measured data.");
  add("identify.data.<data>", ValueType::section, "One set of data.");
  add("identify.data.<data>.file", ValueType::text, "CSV file with a header, or .vtu file, beside this file.");
  add("identify.data.<data>.field", ValueType::text, "The field that was measured.");
  add("identify.data.<data>.quantity", ValueType::text, "The quantity that was measured, for a history of values.");
  add("identify.data.<data>.noise", ValueType::number, "Standard deviation of the measurement: the weight of the data.",
      "of the data");
  return keys;
}

} // namespace adjoule
