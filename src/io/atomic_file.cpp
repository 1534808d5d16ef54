#include "adjoule/io/atomic_file.hpp"

#include "adjoule/core/error.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace adjoule {
namespace {

namespace fs = std::filesystem;

std::string reason(int error_number) {
  return std::generic_category().message(error_number);
}

/// The file itself where the target is a link, so that the link survives.
fs::path resolve(const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return target;
  if (!fs::is_regular_file(status))
    throw InputError(fmt::format("cannot write '{}': it is {}; give the name of a file", target.string(),
                                 fs::is_directory(status) ? "a folder" : "not a regular file"));
  return fs::canonical(target);
}

void provide_folder(const fs::path& target, AtomicFile::Folder folder) {
  const fs::path parent = target.parent_path();
  if (parent.empty()) return;
  std::error_code error;
  if (folder == AtomicFile::Folder::create) {
    fs::create_directories(parent, error);
    if (error && !fs::is_directory(parent))
      throw InputError(fmt::format("cannot make the folder '{}': {}", parent.string(), error.message()));
  } else if (!fs::exists(parent, error)) {
    throw InputError(fmt::format("cannot write '{}': the folder '{}' does not exist; create it first", target.string(),
                                 parent.string()));
  }
}

} // namespace

AtomicFile::AtomicFile(const fs::path& target, Folder folder) {
  if (!target.has_filename()) throw InputError(fmt::format("cannot write '{}': no file name given", target.string()));
  target_ = resolve(target);
  provide_folder(target_, folder);
  static std::atomic<int> serial{0};
  temporary_ = target_.parent_path() /
               fmt::format(".{}.{}-{}.partial", target_.filename().string(), ::getpid(), serial.fetch_add(1));
  const int file = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0)
    throw InputError(
        fmt::format("cannot write '{}': {}; choose a place where you may write", target.string(), reason(errno)));
  ::close(file);
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void AtomicFile::write(std::string_view text) const {
  std::ofstream stream(temporary_, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.flush();
  if (!stream) throw AnalysisError(fmt::format("writing '{}' failed: {}", target_.string(), reason(errno)));
}

void AtomicFile::commit() {
  // Without this a power cut soon after the rename can leave an empty file under the final name.
  const int file = ::open(temporary_.c_str(), O_RDONLY);
  const bool stored = file >= 0 && ::fsync(file) == 0;
  const int error_number = errno;
  if (file >= 0) ::close(file);
  if (!stored) throw AnalysisError(fmt::format("writing '{}' failed: {}", target_.string(), reason(error_number)));
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) throw AnalysisError(fmt::format("writing '{}' failed: {}", target_.string(), error.message()));
  temporary_.clear();
}

void write_text_file(const fs::path& path, std::string_view text) {
  AtomicFile file(path, AtomicFile::Folder::create);
  file.write(text);
  file.commit();
}

} // namespace adjoule
