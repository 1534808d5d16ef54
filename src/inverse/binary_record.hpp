// Numbers and text in a file, to the last bit, with a checksum.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace adjoule {

/// Fowler-Noll-Vo 1a, 64 bit.
std::uint64_t fingerprint(std::string_view bytes);

class RecordWriter {
 public:
  explicit RecordWriter(std::string_view kind) { put(kind); }
  void put(std::uint64_t number);
  void put(double number);
  void put(std::string_view text);
  void put(std::span<const double> numbers);
  /// Atomically, the checksum added. Throws AnalysisError where writing fails.
  void write(const std::filesystem::path& file);

 private:
  std::string bytes_;
};

/// Reads in the order of writing. Every call throws InputError for a file that is missing, damaged, or not of the kind.
class RecordReader {
 public:
  RecordReader(const std::filesystem::path& file, std::string_view kind);
  std::uint64_t number();
  double real();
  std::string text();
  std::vector<double> reals();
  /// Nothing may follow.
  void finish() const;

 private:
  std::string_view take(std::size_t count);
  [[noreturn]] void damaged() const;

  std::filesystem::path file_;
  std::string bytes_;
  std::size_t place_ = 0;
};

} // namespace adjoule
