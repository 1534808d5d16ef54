#include "binary_record.hpp"

#include "adjoule/core/error.hpp"
#include "adjoule/io/atomic_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace adjoule {
namespace {

template <class Number>
std::string_view bytes_of(const Number& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

} // namespace

std::uint64_t fingerprint(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return hash;
}

void RecordWriter::put(std::uint64_t number) {
  bytes_ += bytes_of(number);
}

void RecordWriter::put(double number) {
  bytes_ += bytes_of(number);
}

void RecordWriter::put(std::string_view text) {
  put(std::uint64_t{text.size()});
  bytes_ += text;
}

void RecordWriter::put(std::span<const double> numbers) {
  put(std::uint64_t{numbers.size()});
  bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

void RecordWriter::write(const std::filesystem::path& file) {
  put(fingerprint(bytes_));
  AtomicFile target(file);
  target.write(bytes_);
  target.commit();
}

RecordReader::RecordReader(const std::filesystem::path& file, std::string_view kind) : file_(file) {
  std::ifstream stream(file, std::ios::binary);
  bytes_.assign(std::istreambuf_iterator<char>(stream), {});
  constexpr std::size_t checksum = sizeof(std::uint64_t);
  if (!stream || bytes_.size() < checksum) damaged();
  const std::string_view content(bytes_.data(), bytes_.size() - checksum);
  if (std::string_view(bytes_).substr(content.size()) != bytes_of(fingerprint(content))) damaged();
  bytes_.resize(content.size());
  if (text() != kind) damaged();
}

std::string_view RecordReader::take(std::size_t count) {
  if (count > bytes_.size() - place_) damaged();
  const std::string_view taken(bytes_.data() + place_, count);
  place_ += count;
  return taken;
}

std::uint64_t RecordReader::number() {
  std::uint64_t number = 0;
  std::memcpy(&number, take(sizeof number).data(), sizeof number);
  return number;
}

double RecordReader::real() {
  double number = 0.0;
  std::memcpy(&number, take(sizeof number).data(), sizeof number);
  return number;
}

std::string RecordReader::text() {
  return std::string(take(number()));
}

std::vector<double> RecordReader::reals() {
  const std::uint64_t count = number();
  if (count > bytes_.size() / sizeof(double)) damaged();
  std::vector<double> numbers(count);
  const std::string_view taken = take(count * sizeof(double));
  if (count > 0) std::memcpy(numbers.data(), taken.data(), taken.size());
  return numbers;
}

void RecordReader::finish() const {
  if (place_ != bytes_.size()) damaged();
}

void RecordReader::damaged() const {
  throw InputError(fmt::format("'{}' is missing or damaged, or not a file of this journal: the run cannot be resumed; "
                               "start it again without --resume",
                               file_.string()));
}

} // namespace adjoule
