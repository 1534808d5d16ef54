#include "adjoule/io/pvd_writer.hpp"

#include "adjoule/core/error.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace {

using support::read_text;
using support::TemporaryFolder;

TEST(PvdWriter, ListsFilesWithTheirTimes) {
  const TemporaryFolder folder;
  adjoule::write_pvd(folder / "fields.pvd", {{0.1, "a/first & last.vtu"}, {0.30000000000000004, "b.vtu"}});
  EXPECT_EQ(read_text(folder / "fields.pvd"),
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
            "  <Collection>\n"
            "    <DataSet timestep=\"0.1\" part=\"0\" file=\"a/first &amp; last.vtu\"/>\n"
            "    <DataSet timestep=\"0.30000000000000004\" part=\"0\" file=\"b.vtu\"/>\n"
            "  </Collection>\n"
            "</VTKFile>\n");
}

TEST(PvdWriter, RefusesTimesThatDoNotAscend) {
  const TemporaryFolder folder;
  EXPECT_THROW(adjoule::write_pvd(folder / "fields.pvd", {{1.0, "a.vtu"}, {1.0, "b.vtu"}}), adjoule::InputError);
  EXPECT_FALSE(std::filesystem::exists(folder / "fields.pvd"));
}

} // namespace
