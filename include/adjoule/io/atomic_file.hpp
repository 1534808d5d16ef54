/// Files that appear whole or not at all, whatever interrupts the program.
#pragma once

#include <filesystem>
#include <string_view>

namespace adjoule {

/// A file written under a temporary name in the folder of its target, and renamed to it by `commit`. Without `commit`
/// the temporary file is removed and an older target stays as it was.
class AtomicFile {
 public:
  enum class Folder { must_exist, create };

  /// Throws InputError with path, reason and remedy if the file cannot be made: no such folder, no permission, or a
  /// target that is not a regular file.
  explicit AtomicFile(const std::filesystem::path& target, Folder folder = Folder::must_exist);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Where to write; exists, empty.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Puts the text into the temporary file. Throws AnalysisError if it does not get there.
  void write(std::string_view text) const;
  /// Brings the temporary file to the disk and gives it its name. Throws AnalysisError if that fails.
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
};

/// Writes a text file atomically and creates the folders above it. Throws as AtomicFile does.
void write_text_file(const std::filesystem::path& path, std::string_view text);

} // namespace adjoule
