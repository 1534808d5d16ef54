#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"
#include "sample_meshes.hpp"

namespace adjoule::test {
namespace {

TEST(AtomicFile, appears_under_its_name_only_when_committed) {
  const TemporaryFolder folder;
  AtomicFile file(folder / "result.json");
  file.write("{}");
  EXPECT_FALSE(std::filesystem::exists(folder / "result.json"));
  file.commit();
  EXPECT_EQ(content(folder / "result.json"), "{}");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(AtomicFile, leaves_the_older_file_and_no_rest_when_abandoned) {
  const TemporaryFolder folder;
  folder.file("result.json", "old");
  { AtomicFile(folder / "result.json").write("half of the n"); }
  EXPECT_EQ(content(folder / "result.json"), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(WriteTextFile, creates_the_folders_above_and_replaces_older_files) {
  const TemporaryFolder folder;
  write_text_file(folder / "a/b/summary.json", "first");
  write_text_file(folder / "a/b/summary.json", "second");
  EXPECT_EQ(content(folder / "a/b/summary.json"), "second");
}

TEST(WriteTextFile, writes_through_a_link) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(folder.file("real.txt", "old"), folder / "link.txt");
  write_text_file(folder / "link.txt", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
  EXPECT_EQ(content(folder / "real.txt"), "new");
}

TEST(WriteTextFile, names_the_folder_that_cannot_be_made) {
  const TemporaryFolder folder;
  const auto plain = folder.file("plain", "text");
  const auto message = message_of<InputError>([&] { write_text_file(plain / "deep/summary.json", "{}"); });
  EXPECT_TRUE(contains(message, "plain/deep") && contains(message, "Not a directory")) << message;
}

} // namespace
} // namespace adjoule::test
