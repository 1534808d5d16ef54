#include "adjoule/io/pvd_writer.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"

#include <fmt/format.h>

namespace adjoule {
namespace {

std::string xml_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

} // namespace

void write_pvd(const std::filesystem::path& path, const std::vector<PvdEntry>& entries) {
  std::string text = "<?xml version=\"1.0\"?>\n"
                     "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                     "  <Collection>\n";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i > 0 && !(entries[i].value > entries[i - 1].value)) {
      throw InputError(fmt::format("{}: the values of a sequence ascend, and {} comes after {}", path.string(),
                                   entries[i].value, entries[i - 1].value));
    }
    text += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", entries[i].value,
                        xml_text(entries[i].file.generic_string()));
  }
  text += "  </Collection>\n</VTKFile>\n";
  write_text_file(path, text);
}

} // namespace adjoule
